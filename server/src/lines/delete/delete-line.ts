/**
 * Deletes a line softly. An admin can restore it for 30 days; credits are not refunded. Source:
 * T-10, Q-UNDO, Q-DELETEREFUND.
 */
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { changeLine } from '../change/change-line.ts';
import type { Line } from '../line.ts';
import { type LineRef, lockLine } from '../find-accessible-line.ts';

export async function deleteLine(ctx: AppContext, caller: Caller, lineRef: LineRef): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockLine(tx, caller.actor, lineRef, now);
    return changeLine(tx, caller, line, {
      kind: 'line-deleted',
      change: { deletedAt: now },
      before: { username: line.username, expiresAt: line.expiresAt },
    });
  });
}
