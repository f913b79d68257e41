/**
 * Reads why a line is suspect or blocked: the findings since the last decision, and the accesses
 * that show them.
 */
import { type AbuseLog, abuseGroups } from '@ramal/contract/abuse';
import sql from 'sql-template-tag';
import type { Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { findAccessibleLine } from '../lines/lines.ts';
import { viewingAid } from '../watching/watching.ts';

const LOGS_AT_MOST = 500;

interface FindingRow {
  readonly reason: string;
  readonly foundAt: Date;
  readonly since: Date;
  readonly until: Date;
  readonly togetherSeconds: number;
  readonly times: number;
  readonly places: readonly string[];
  readonly viewingIds: readonly string[];
}

interface LogRow extends Pick<AbuseLog, 'content' | 'encoding' | 'aid' | 'ip' | 'createdAt'> {
  readonly id: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

export async function readAbuse(ctx: AppContext, { actor }: Caller, id: number) {
  const line = await findAccessibleLine(ctx.db, actor, { id, platform: 'iptv' }, ctx.clock.now());
  const findings = await ctx.db.many<FindingRow>(sql`
    select f.reason, f.found_at, f.since, f.until, f.together_seconds, f.times,
      f.places, f.viewing_ids
    from abuse_findings f join lines l on l.id = f.line_id
    where f.line_id = ${line.id} and f.until > coalesce(l.abuse_counts_from, '-infinity')
    order by f.until desc, f.id desc`);
  const shown = findings.flatMap(({ viewingIds }) => viewingIds);
  const logs = shown.length === 0 ? [] : await readLogs(ctx, line.id, shown);
  return {
    id: line.id,
    username: line.username,
    blockAbuse: line.blockedForAbuseAt !== null,
    abuseReasons: line.abuseReasons,
    findings: findings.map((finding) => ({
      reason: finding.reason,
      foundAtTimestamp: unixSeconds(finding.foundAt),
      sinceTimestamp: unixSeconds(finding.since),
      untilTimestamp: unixSeconds(finding.until),
      togetherMinutes: Math.floor(finding.togetherSeconds / 60),
      times: finding.times,
      addresses: [...finding.places],
    })),
    logs,
  };
}

/** Returns the accesses with these ids, newest first. Leaves out viewings of other lines. */
async function readLogs(
  { db, clock }: AppContext,
  lineId: number,
  ids: readonly string[],
): Promise<AbuseLog[]> {
  const rows = await db.many<LogRow>(sql`
    select v.id, v.title as content, v.encoding, ${viewingAid(clock.timeZone)} as aid, coalesce(host(v.address), '') as ip,
      to_char(v.started_at at time zone ${clock.timeZone}::text, 'DD/MM/YYYY HH24:MI:SS') as created_at,
      v.started_at, v.ended_at
    from viewings v where v.line_id = ${lineId} and v.id = any(${ids}::uuid[])
    order by v.started_at desc, v.id limit ${LOGS_AT_MOST}`);
  const groups = groupsOf(rows.toReversed());
  return rows.map(({ id, startedAt, endedAt, ...row }) => ({
    ...row,
    onlineId: id,
    startedAtTimestamp: unixSeconds(startedAt),
    endedAtTimestamp: endedAt && unixSeconds(endedAt),
    group: groups.get(id)!,
  }));
}

type Group = AbuseLog['group'];

/**
 * Assigns the same colour to accesses that overlap or follow each other directly. `rows` must be
 * sorted by start time.
 */
function groupsOf(rows: readonly LogRow[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  let [turn, until] = [-1, Number.NEGATIVE_INFINITY];
  for (const { id, startedAt, endedAt } of rows) {
    if (startedAt.getTime() > until) turn += 1;
    until = Math.max(until, endedAt?.getTime() ?? Number.POSITIVE_INFINITY);
    groups.set(id, abuseGroups[turn % abuseGroups.length]!);
  }
  return groups;
}
