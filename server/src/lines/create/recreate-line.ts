/**
 * Recreates and syncs a line. Neither action needs an external service: the line's row is always
 * current, and changes reach a line server without these calls (docs/decisions/line-servers.md).
 * Recreating a line ends its streams, so that its players sign in again with the same login.
 * Syncing a line reads it and reports its state. Both actions add an event and charge nothing.
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
    await endLineViewings(tx, [line.id], now);
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
