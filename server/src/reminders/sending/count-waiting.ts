import sql from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';

/**
 * Counts due reminders that no channel has taken yet. `overdue` counts only those whose day has
 * ended.
 */
export const countWaitingReminders = async (
  reader: Reader,
  now: Date,
): Promise<{ readonly waiting: number; readonly overdue: number }> =>
  (await reader.first<{ waiting: number; overdue: number }>(sql`
    select count(*)::int as waiting, (count(*) filter (where until <= ${now}))::int as overdue
    from reminders where state = 'planned' and try_at <= ${now}`))!;
