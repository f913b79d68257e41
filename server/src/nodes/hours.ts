/** Derives the strip of 24 hours from the stored presence. */
import type { HourState } from '@ramal/contract/operations/balancers';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';

const HOURS = 24;
/** Absence or lag that an hour may have and still count as good. A restart takes less. */
const TOLERATED_SECONDS = 60;

export interface Presence {
  readonly kind: string;
  readonly name: string;
  readonly hour: Date;
  readonly address: string | null;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly wellSeconds: number;
  readonly lateSeconds: number;
}

/** Returns the stored hours of every node and database by `presenceKey`, oldest first. */
export async function readPresence(reader: Reader): Promise<Map<string, Presence[]>> {
  const rows = await reader.many<Presence>(sql`
    select kind, name, hour, host(address) as address, first_at, last_at,
      well_seconds::float8 as well_seconds, late_seconds::float8 as late_seconds
    from node_hours order by hour`);
  return Map.groupBy(rows, presenceKey);
}

export const presenceKey = ({ kind, name }: Pick<Presence, 'kind' | 'name'>): string =>
  `${kind} ${name}`;

/** Returns the states of the current hour and the 23 before, oldest first. */
export function toHours(presence: readonly Presence[], now: Date): HourState[] {
  const first = presence[0]?.hour.getTime();
  const byHour = new Map(presence.map((row) => [row.hour.getTime(), row]));
  const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, index) => {
    const hour = current - (HOURS - 1 - index) * HOUR_MS;
    if (first === undefined || hour < first) return 'none';
    const row = byHour.get(hour);
    const start = row && hour === first ? row.firstAt.getTime() : hour;
    const end = Math.min(now.getTime(), hour + HOUR_MS);
    return stateOf(row, (end - start) / 1000);
  });
}

function stateOf(row: Presence | undefined, seconds: number): HourState {
  const [well, late] = [row?.wellSeconds ?? 0, row?.lateSeconds ?? 0];
  const absent = seconds - well - late;
  if (absent > TOLERATED_SECONDS && absent > seconds / 2) return 'down';
  return absent > TOLERATED_SECONDS || late > TOLERATED_SECONDS ? 'trouble' : 'up';
}
