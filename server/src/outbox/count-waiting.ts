import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';

export const countWaiting = async (reader: Reader, now: Date): Promise<number> =>
  (await reader.first<{ count: number }>(sql`
    select count(*)::int as count from deliveries
    where state in ('waiting', 'sending') and due_at <= ${now}`))!.count;
