/**
 * What the documents ask of a service elsewhere, done where there is none: all platforms are built in,
 * and what is written is what is true (docs/ARCHITECTURE.md, «A fourth platform»). Recreating ends what
 * the line plays, so that its players sign in anew with the same user name, password and expiry; syncing
 * reads the line and confirms how it stands. Both are told in its history and charge nothing.
 * Source: Q-RECREATE.
 */
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { endLineViewings } from '../../watching/watching.ts';
import { changeLine } from '../change/change-line.ts';
import type { Line } from '../line.ts';
import { type LineRef, lockLine } from '../find-accessible-line.ts';

export async function recreateLine(
  ctx: AppContext,
  caller: Caller,
  lineRef: LineRef,
): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockLine(tx, caller.actor, lineRef, now);
    await endLineViewings(tx, line.id, now);
    await changeLine(tx, caller, line, { kind: 'line-recreated', change: {} });
    return { ...line, watching: null };
  });
}

export async function syncLine(ctx: AppContext, caller: Caller, lineRef: LineRef): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const line = await lockLine(tx, caller.actor, lineRef, ctx.clock.now());
    return changeLine(tx, caller, line, { kind: 'line-synced', change: {} });
  });
}
