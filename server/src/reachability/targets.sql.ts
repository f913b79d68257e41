/** Reads and writes the health of targets. */
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import type { Health } from './health.ts';
import type { ProbeTarget } from './probe.ts';

/** Kind of the prober itself, which is stored as a target with id 0. */
export const PROBER = 'prober';

interface HealthRow extends Health {
  readonly kind: string;
  readonly targetId: number;
}

/** Returns the health by `kind id`. */
export async function readHealth(reader: Reader): Promise<Map<string, Health>> {
  const rows = await reader.many<HealthRow>(sql`
    select kind, target_id, state, is_flapping, since, reason, recent, successes,
      fell_at, hold_seconds
    from probed_targets`);
  return new Map(rows.map(({ kind, targetId, ...health }) => [`${kind} ${targetId}`, health]));
}

interface VotedTarget {
  readonly target: ProbeTarget;
  readonly health: Health;
  readonly answer: { readonly certificateEndsAt: Date | null; readonly ms: number | null };
}

export const writeHealth = (checked: readonly VotedTarget[], now: Date): Sql => sql`
  insert into probed_targets (kind, target_id, state, is_flapping, since, reason, certificate_ends_at, checked_at,
    recent, successes, fell_at, hold_seconds, answer_ms)
  select kind, id, state, "isFlapping", since, reason, "certificateEndsAt", ${now}, recent, successes, "fellAt", "holdSeconds", ms
  from jsonb_to_recordset(${JSON.stringify(checked.map(({ target, health, answer }) => ({ ...target, ...health, ...answer })))}::jsonb)
    as t (kind text, id bigint, state text, "isFlapping" boolean, since timestamptz, reason text,
      "certificateEndsAt" timestamptz, recent text, successes int, "fellAt" timestamptz, "holdSeconds" int, ms int)
  on conflict (kind, target_id) do update set
    state = excluded.state, is_flapping = excluded.is_flapping, since = excluded.since, reason = excluded.reason,
    certificate_ends_at = coalesce(excluded.certificate_ends_at, probed_targets.certificate_ends_at),
    checked_at = excluded.checked_at, recent = excluded.recent, successes = excluded.successes,
    fell_at = excluded.fell_at, hold_seconds = excluded.hold_seconds,
    answer_ms = coalesce(excluded.answer_ms, probed_targets.answer_ms)`;

/**
 * Adds the results to the stored cells, each of five minutes. A target that answered only after a
 * retry counts as failed.
 */
export const writeCells = (
  results: readonly { readonly target: ProbeTarget; readonly outcome: string }[],
  now: Date,
): Sql => sql`
  insert into probe_cells (kind, target_id, at, tries, failures)
  select kind, id, date_bin('5 minutes', ${now}::timestamptz, 'epoch'), 1, (not ok)::int
  from unnest(${results.map(({ target }) => target.kind)}::text[], ${results.map(({ target }) => target.id)}::bigint[],
    ${results.map(({ outcome }) => outcome === 'ok')}::boolean[]) as r (kind, id, ok)
  on conflict (kind, target_id, at) do update set
    tries = probe_cells.tries + 1, failures = probe_cells.failures + excluded.failures`;

/**
 * SQL statement that deletes the history of a target, because it is deleted or has another address.
 */
export const deleteTargetHistory = (kind: string, id: number): Sql => sql`
  with cells as (delete from probe_cells where kind = ${kind} and target_id = ${id})
  delete from probed_targets where kind = ${kind} and target_id = ${id}`;
