/**
 * Extends an official line by 48 hours of trust, once per paid period. Source: T-07, K-04,
 * Q-TRUSTLIMIT.
 */
import { refuse } from '@ramal/contract/api/errors';
import { trustExpiry } from '@ramal/contract/rules/terms';
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { changeLine, type LineChange } from './change-line.ts';
import type { Line } from '../line.ts';
import { lockLine } from '../find-accessible-line.ts';

export async function trustLine(
  ctx: AppContext,
  caller: Caller,
  lineRef: LineChange,
): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockLine(tx, caller.actor, lineRef, now);
    if (line.isTrial) refuse('trial_not_renewable');
    if (line.trustedAt) refuse('trust_used');
    const expiresAt = trustExpiry(line.expiresAt, now);
    return changeLine(tx, caller, line, {
      kind: 'line-trusted',
      change: { expiresAt, trustedAt: now },
      before: { expiresAt: line.expiresAt },
      after: { expiresAt },
      undo: lineRef.undo,
    });
  });
}
