/**
 * Blocks a line for abuse: by an admin, or by the detection if automatic blocking is on. The line
 * stops playing within seconds, until its owner or an admin unblocks it. Source: Q-SUSPECT, T-14.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { Caller, RequestMeta } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { changeLine, type Line, lineColumns, lockLine } from '../lines/lines.ts';
import { endLineViewings } from '../watching/watching.ts';

interface BlockForAbuseInput {
  readonly id: number;
  /** Reason that the admin entered. If undefined, the reasons of the findings are used. */
  readonly reason?: string | undefined;
}

export async function blockForAbuse(
  ctx: AppContext,
  caller: Caller,
  { id, reason }: BlockForAbuseInput,
): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockLine(tx, caller.actor, { id, platform: 'iptv' }, now);
    if (line.blockedForAbuseAt) refuse('line_blocked_already');
    const why = reason ?? (line.abuseReasons || 'Bloqueada pela administração');
    return block(tx, caller, line, { now, reason: why, automatic: false });
  });
}

/**
 * Blocks a suspect line. Does nothing if the line is blocked already or no longer suspect, because
 * a person decided in the meantime.
 */
export async function blockAutomatically(ctx: AppContext, id: number): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await tx.first<Line>(sql`
      select ${lineColumns(now)} from lines l
      where l.id = ${id} and l.deleted_at is null and l.abuse_reasons <> '' and l.blocked_for_abuse_at is null
      for no key update of l`);
    if (!line) return;
    const by = { actor: { id: null }, requestMeta: detection };
    await block(tx, by, line, { now, reason: line.abuseReasons, automatic: true });
  });
}

interface Blocking {
  readonly now: Date;
  readonly reason: string;
  readonly automatic: boolean;
}

async function block(
  tx: Tx,
  by: { readonly actor: { readonly id: number | null }; readonly requestMeta: RequestMeta },
  line: Line,
  { now, reason, automatic }: Blocking,
): Promise<Line> {
  await endLineViewings(tx, [line.id], now);
  const blocked = await changeLine(tx, by, line, {
    kind: 'line-blocked-for-abuse',
    change: { blockedForAbuseAt: now, abuseReasons: reason },
    after: { reason, ...(automatic ? { automatic } : {}) },
  });
  return { ...blocked, watching: null };
}

/** Request metadata of the detection, which runs as a job without a request. */
export const detection: RequestMeta = {
  ip: '127.0.0.1',
  userAgent: 'detect-sharing',
  requestId: 'detect-sharing',
  baseUrl: '',
};
