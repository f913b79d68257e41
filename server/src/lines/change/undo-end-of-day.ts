/**
 * Restores the expiry that the action «23:59» replaced. Only the account that performed it may undo
 * it, and only if the expiry has not changed since.
 */
import { refuse } from '@ramal/contract/api/errors';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { lockLine } from '../find-accessible-line.ts';
import type { Line } from '../line.ts';
import { changeLine } from './change-line.ts';

interface ExpiryEvent {
  readonly kind: string;
  readonly actorId: number | null;
  readonly before: string | null;
  readonly after: string;
}

export const undoEndOfDay = (
  ctx: AppContext,
  caller: Caller,
  { id }: { readonly id: number },
): Promise<Line> =>
  ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockLine(tx, caller.actor, { id }, now);
    const last = await tx.first<ExpiryEvent>(sql`
      select kind, actor_id, before->>'expiresAt' as before, after->>'expiresAt' as after
      from events
      where line_id = ${line.id} and after ? 'expiresAt' and at >= ${new Date(now.getTime() - HOUR_MS)}
      order by at desc, id desc limit 1`);
    if (
      last?.kind !== 'line-end-of-day' ||
      last.before === null ||
      last.actorId !== caller.actor.id ||
      Date.parse(last.after) !== line.expiresAt.getTime()
    )
      return refuse('end_of_day_changed');
    const expiresAt = new Date(last.before);
    return changeLine(tx, caller, line, {
      kind: 'line-end-of-day-undone',
      change: { expiresAt },
      before: { expiresAt: line.expiresAt },
      after: { expiresAt },
    });
  });
