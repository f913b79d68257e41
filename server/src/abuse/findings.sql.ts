import sql, { type Sql } from 'sql-template-tag';
import type { SharedLine } from './sharing.sql.ts';

type StoredFinding = SharedLine & { readonly reason: string };

/**
 * Locks the lines of the findings in the order of their ids. Skips lines that were blocked, deleted
 * or dismissed after the examination.
 */
export const lockSuspectsCte = (findings: readonly StoredFinding[]): Sql => sql`
  select l.id, l.owner_id, l.abuse_reasons <> '' as was_suspect
  from lines l join unnest(${findings.map(({ lineId }) => lineId)}::bigint[],
    ${findings.map(({ since }) => since)}::timestamptz[]) as f (line_id, since) on f.line_id = l.id
  where l.blocked_for_abuse_at is null and l.deleted_at is null
    and (l.abuse_counts_from is null or l.abuse_counts_from <= f.since)
  order by l.id for no key update of l`;

/**
 * Closes the open findings of these lines that began before a time. Later sharing creates a new
 * finding.
 */
export const closeFindingsBeforeCte = (
  before: Date,
  lineIds: readonly number[],
  now: Date,
): Sql => sql`
  update abuse_findings set closed_at = ${now}
  where line_id = any(${lineIds}::bigint[]) and closed_at is null and since < ${before}`;

/** Closes the finding of a line after a decision, so that later sharing does not extend it. */
export const closeFindingsCte = (lineId: number, now: Date): Sql =>
  sql`update abuse_findings set closed_at = ${now} where line_id = ${lineId} and closed_at is null`;

/**
 * Inserts the findings, or updates the open findings of their lines. Also updates the reasons of
 * the lines.
 */
export const insertFindingsCte = (findings: readonly StoredFinding[], now: Date): Sql => sql`
  with finding as (
    select * from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as t ("lineId" bigint, since timestamptz,
      until timestamptz, "togetherSeconds" int, times int, "takeOvers" int, places text[], "viewingIds" uuid[], reason text)
  ), line as (
    update lines l set abuse_reasons = t.reason from finding t
    where l.id = t."lineId" and l.abuse_reasons <> t.reason
  )
  insert into abuse_findings
    (line_id, found_at, since, until, together_seconds, times, take_overs, places, viewing_ids, reason)
  select "lineId", ${now}, since, until, "togetherSeconds", times, "takeOvers", places, "viewingIds", reason from finding
  on conflict (line_id) where closed_at is null do update set
    since = excluded.since, until = excluded.until, together_seconds = excluded.together_seconds,
    times = excluded.times, take_overs = excluded.take_overs, places = excluded.places,
    viewing_ids = excluded.viewing_ids, reason = excluded.reason`;
