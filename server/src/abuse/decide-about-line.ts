/**
 * Dismisses a suspicion or unblocks a line. After either decision, earlier viewings no longer make
 * the line suspect. Dismissing changes nothing else. Unblocking gives the line a new password, so
 * that people who knew the old password can no longer watch. Source: Q-UNBLOCK, Q-SUSPECT, T-14.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { changeLine, type Line, lockLine, newLinePassword } from '../lines/lines.ts';
import { endLineViewings } from '../watching/watching.ts';
import { closeFindingsCte } from './findings.sql.ts';

/**
 * Dismisses the suspicion of a line. If the line is not suspect, does nothing and records no event.
 */
export async function dismissSuspicion(ctx: AppContext, caller: Caller, id: number): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockLine(tx, caller.actor, { id, platform: 'iptv' }, now);
    if (line.blockedForAbuseAt) refuse('line_blocked_already');
    if (!line.abuseReasons) return line;
    return changeLine(tx, caller, line, {
      kind: 'abuse-dismissed',
      change: { abuseReasons: '', abuseCountsFrom: now },
      before: { reason: line.abuseReasons },
      parts: { findings: closeFindingsCte(id, now) },
    });
  });
}

/**
 * Unblocks a line. Only its owner and admins have this permission. Resellers above the owner can
 * only see the line.
 */
export async function unblockLine(ctx: AppContext, caller: Caller, id: number): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockLine(tx, caller.actor, { id, platform: 'iptv' }, now);
    if (caller.actor.profile !== 'admin' && caller.actor.id !== line.ownerId) refuse('forbidden');
    if (!line.blockedForAbuseAt) refuse('line_not_blocked');
    await endLineViewings(tx, [line.id], now);
    return changeLine(tx, caller, line, {
      kind: 'line-unblocked',
      change: {
        password: newLinePassword(),
        blockedForAbuseAt: null,
        abuseReasons: '',
        abuseCountsFrom: now,
      },
      before: { reason: line.abuseReasons },
      parts: { findings: closeFindingsCte(id, now) },
    });
  });
}
