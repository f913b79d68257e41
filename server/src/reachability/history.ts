/** The last 24 hours of targets, an hour a cell. */
import type { HourState } from '@ramal/contract/operations/balancers';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';

const HOURS = 24;
/** An hour in which it answered less than this part of the times counts as down. */
const MOSTLY = 0.5;

interface HourRow {
  readonly id: number;
  /** 0 is this hour, 23 the oldest. */
  readonly ago: number;
  readonly tries: number;
  readonly failures: number;
}

/** By id, oldest hour first; targets without any result are there too. */
export async function hoursOf(
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

function stateOf(tries: number, failures: number): HourState {
  if (failures === 0) return 'up';
  return failures / tries > MOSTLY ? 'down' : 'trouble';
}
