/** Reads balancers with the results of the probe and their viewings. */
import type { BalancerStatus, FailedLayer } from '@ramal/contract/operations/balancers';
import sql, { type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../foundation/database.ts';
import { viewingsThrough } from '../watching/watching.ts';

/** Kind of the probe's targets that are balancers. */
export const BALANCER_KIND = 'balancer';

export interface BalancerRow {
  readonly id: number;
  readonly name: string;
  readonly ip: string;
  readonly weight: number;
  readonly discardedAt: Date | null;
  readonly leavingAt: Date | null;
  readonly isDown: boolean;
  readonly isFlapping: boolean;
  readonly isKnown: boolean;
  readonly since: Date | null;
  readonly reason: FailedLayer | null;
  readonly watching: number;
  readonly cnames: number;
}

export const selectBalancers = (now: Date): Sql => sql`
  select b.id, b.name, host(b.ip) as ip, b.weight, b.discarded_at, b.leaving_at,
    coalesce(t.state in ('down', 'returning'), false) as is_down, coalesce(t.is_flapping, false) as is_flapping,
    coalesce(t.state, 'unknown') <> 'unknown' as is_known, t.since, t.reason,
    ${viewingsThrough(sql`b.id`, now)} as watching,
    (select count(*)::int from cnames c where c.balancer_id = b.id) as cnames
  from ${balancersProbed}`;

/** SQL for a FROM clause: balancers as `b`, and their probe results as `t`. */
export const balancersProbed = sql`
  balancers b left join probed_targets t on t.kind = ${BALANCER_KIND} and t.target_id = b.id`;

/**
 * SQL condition: the balancer is unavailable. The probe reports it as down, returning or flapping,
 * or an admin discarded it (Q-DISCART).
 */
export const isFallen = sql`
  (b.discarded_at is not null or coalesce(t.is_flapping or t.state in ('down', 'returning'), false))`;

/** SQL column: status of a balancer, from the tables `b` and `t`. */
export const statusColumn = sql`case when ${isFallen} then 'Caiu' else 'Ativa' end`;

/**
 * SQL column: number of the state in the alphabetical order of the labels «Ativa», «Caiu»,
 * «Esvaziando», «Oscilando».
 */
export const stateOrder = sql`case
  when b.leaving_at is not null then 3 when b.discarded_at is not null then 2
  when t.is_flapping then 4 when t.state in ('down', 'returning') then 2
  when b.weight = 0 then 3 else 1 end`;

export const balancerStatus = ({
  discardedAt,
  isDown,
  isFlapping,
}: Pick<BalancerRow, 'discardedAt' | 'isDown' | 'isFlapping'>): BalancerStatus =>
  discardedAt || isDown || isFlapping ? 'Caiu' : 'Ativa';

export const findBalancer = (reader: Db | Tx, id: number, now: Date) =>
  reader.first<BalancerRow>(sql`${selectBalancers(now)} where b.id = ${id}`);
