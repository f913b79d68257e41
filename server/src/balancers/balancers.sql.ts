/** Balancers as rows, with what the probe and the viewings say of them. */
import type { BalancerStatus, FailedLayer } from '@ramal/contract/operations/balancers';
import sql, { type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../foundation/database.ts';
import { viewingsThrough } from '../watching/watching.ts';

/** What balancers are to the probe. */
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
  select b.id, b.name, host(b.ip) as ip, b.weight, b.discarded_at as "discardedAt", b.leaving_at as "leavingAt",
    coalesce(t.state in ('down', 'returning'), false) as "isDown", coalesce(t.is_flapping, false) as "isFlapping",
    coalesce(t.state, 'unknown') <> 'unknown' as "isKnown", t.since, t.reason,
    ${viewingsThrough(sql`b.id`, now)} as watching,
    (select count(*)::int from cnames c where c.balancer_id = b.id) as cnames
  from ${balancersProbed}`;

/** Tables `b` and `t`. */
export const balancersProbed = sql`
  balancers b left join probed_targets t on t.kind = ${BALANCER_KIND} and t.target_id = b.id`;

/** Does not answer, answers now and then, or was put aside by an admin (Q-DISCART). */
export const isFallen = sql`
  (b.discarded_at is not null or coalesce(t.is_flapping or t.state in ('down', 'returning'), false))`;

/** Column of `b` and `t`. */
export const statusColumn = sql`case when ${isFallen} then 'Caiu' else 'Ativa' end`;

export const statusOf = ({
  discardedAt,
  isDown,
  isFlapping,
}: Pick<BalancerRow, 'discardedAt' | 'isDown' | 'isFlapping'>): BalancerStatus =>
  discardedAt || isDown || isFlapping ? 'Caiu' : 'Ativa';

export const findBalancer = (reader: Db | Tx, id: number, now: Date) =>
  reader.first<BalancerRow>(sql`${selectBalancers(now)} where b.id = ${id}`);
