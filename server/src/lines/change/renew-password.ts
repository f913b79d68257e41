/**
 * Sets a new password for a line. The old one is invalid at once, also for streams that are
 * playing.
 */
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { changeLine } from './change-line.ts';
import { newLinePassword } from '../credentials.ts';
import type { Line } from '../line.ts';
import { type LineRef, lockLine } from '../find-accessible-line.ts';

export async function renewPassword(
  ctx: AppContext,
  caller: Caller,
  lineRef: LineRef,
  { keepsShortCode = false }: { readonly keepsShortCode?: boolean | undefined } = {},
): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const line = await lockLine(tx, caller.actor, lineRef, ctx.clock.now());
    return changeLine(tx, caller, line, {
      kind: 'line-password-renewed',
      change: { password: newLinePassword() },
      keepsShortCode,
      after: { keepsShortCode },
    });
  });
}
