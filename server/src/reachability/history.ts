/**
 * Reads the history of targets: the last 24 hours, the last 90 days, and the latest results of the
 * probe agents.
 */
import type { FailedLayer, HourState } from '@ramal/contract/operations/balancers';
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';

const HOURS = 24;
/** An hour counts as down if more than this share of its probes failed. */
const MOSTLY = 0.5;

interface HourRow {
  readonly id: number;
  /** Hours ago: 0 is the current hour, 23 the oldest. */
  readonly ago: number;
  readonly tries: number;
  readonly failures: number;
}

/**
 * Returns the state of each hour by target id, oldest first. Targets without results are included.
 */
export async function readHours(
  reader: Reader,
  kind: string,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, HourState[]>> {
  const rows = await reader.many<HourRow>(sql`
    select target_id as id,
      floor(extract(epoch from ${now}::timestamptz - at) / 3600)::int as ago,
      sum(tries)::int as tries, sum(failures)::int as failures
    from probe_cells
    where kind = ${kind} and target_id = any(${[...ids]}::bigint[])
      and at > ${new Date(now.getTime() - HOURS * HOUR_MS)} and at <= ${now}
    group by 1, 2`);
  const hours = new Map(ids.map((id) => [id, Array<HourState>(HOURS).fill('none')]));
  for (const { id, ago, tries, failures } of rows)
    hours.get(id)?.splice(HOURS - 1 - ago, 1, stateOf(tries, failures));
  return hours;
}

const DAYS = 90;

export interface Days {
  readonly days: HourState[];
  /** Percent with one decimal; null without results. */
  readonly uptime: number | null;
}

/**
 * Returns the state of each of the last 90 days for one target, oldest first. Each day is a period
 * of 24 hours before now.
 */
export async function readDays(reader: Reader, kind: string, id: number, now: Date): Promise<Days> {
  const rows = await reader.many<Omit<HourRow, 'id'>>(sql`
    select floor(extract(epoch from ${now}::timestamptz - at) / 86400)::int as ago,
      sum(tries)::int as tries, sum(failures)::int as failures
    from probe_cells
    where kind = ${kind} and target_id = ${id} and at > ${new Date(now.getTime() - DAYS * DAY_MS)} and at <= ${now}
    group by 1`);
  const days = Array<HourState>(DAYS).fill('none');
  for (const { ago, tries, failures } of rows) days[DAYS - 1 - ago] = stateOf(tries, failures);
  const tries = rows.reduce((sum, row) => sum + row.tries, 0);
  const failures = rows.reduce((sum, row) => sum + row.failures, 0);
  return {
    days,
    uptime: tries === 0 ? null : Math.floor(((tries - failures) / tries) * 1000) / 10,
  };
}

interface AgentResult {
  readonly name: string;
  readonly failed: FailedLayer | null;
  readonly answerMs: number | null;
  readonly at: Date;
}

export const readAgentResults = (
  reader: Reader,
  kind: string,
  id: number,
): Promise<AgentResult[]> =>
  reader.many<AgentResult>(sql`
    select p.name, r.failed, r.answer_ms, r.at
    from place_results r join probe_places p on p.id = r.place_id
    where r.kind = ${kind} and r.target_id = ${id} and p.revoked_at is null
    order by p.name`);

function stateOf(tries: number, failures: number): HourState {
  if (failures === 0) return 'up';
  return failures / tries > MOSTLY ? 'down' : 'trouble';
}
