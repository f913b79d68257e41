/**
 * Decisions of people about a line that was found sharing. After either one, viewings until now no longer
 * make it suspect. Dismissing leaves the line as it is. Unblocking gives it a new password, so that people
 * it was shared with stay out. Source: Q-UNBLOCK, Q-SUSPECT, T-14.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { changeLine, type Line, lockLine, newLinePassword } from '../lines/lines.ts';
import { endLineViewings } from '../watching/watching.ts';
import { closeFindingsCte } from './findings.sql.ts';

/** A line that is not suspect is left alone, and no event is recorded. */
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

/** Only the owner and admins may unblock a line. Resellers between them can only see it. */
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
