/**
 * Moves the expiry to 23:59 of the same day, in the panel's time zone. Source: T-06, Q-TESTEXTEND,
 * Q-TZ.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { Caller } from '../../foundation/caller.ts';
import { endOfDay } from '../../foundation/clock.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { changeLine, type LineChange } from './change-line.ts';
import type { Line } from '../line.ts';
import { lockLine } from '../find-accessible-line.ts';

export async function endOfDayLine(
  ctx: AppContext,
  caller: Caller,
  lineRef: LineChange,
): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockLine(tx, caller.actor, lineRef, now);
    if (line.isTrial) refuse('trial_not_renewable');
    if (line.expiresAt <= now) refuse('line_expired');
    const expiresAt = endOfDay(line.expiresAt, ctx.clock.timeZone);
    if (expiresAt.getTime() === line.expiresAt.getTime()) return line;
    return changeLine(tx, caller, line, {
      kind: 'line-end-of-day',
      change: { expiresAt },
      before: { expiresAt: line.expiresAt },
      after: { expiresAt },
      undo: lineRef.undo,
    });
  });
}
