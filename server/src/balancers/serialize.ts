/** Converts balancers to the answers of the contract. */
import type { Balancer, HourState } from '@ramal/contract/operations/balancers';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import { readHours } from '../reachability/reachability.ts';
import { BALANCER_KIND, type BalancerRow, balancerStatus } from './balancers.sql.ts';

export async function serializeBalancers(
  { db, clock }: AppContext,
  rows: readonly BalancerRow[],
): Promise<Balancer[]> {
  const ids = rows.map(({ id }) => id);
  const hours = await readHours(db, BALANCER_KIND, ids, clock.now());
  return rows.map((row) => serialize(row, hours.get(row.id) ?? []));
}

function serialize(row: BalancerRow, hours: HourState[]): Balancer {
  const { id, name, ip, weight, watching, cnames, reason } = row;
  const since = row.leavingAt ?? row.discardedAt ?? row.since;
  return {
    id,
    name,
    ip,
    dns: ip,
    status: balancerStatus(row),
    state: stateOf(row),
    sinceTimestamp: since && unixSeconds(since),
    reason: row.isDown ? reason : null,
    weight,
    watching,
    cnames,
    hours,
  };
}

/**
 * Returns the state of a balancer. A decision of an admin takes precedence over the result of the
 * probe.
 */
function stateOf(row: BalancerRow): Balancer['state'] {
  if (row.leavingAt) return 'leaving';
  if (row.discardedAt) return 'aside';
  if (row.isFlapping) return 'flapping';
  if (row.isDown) return 'down';
  if (row.weight === 0) return 'draining';
  return row.isKnown ? 'up' : 'unknown';
}
