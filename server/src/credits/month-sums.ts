/**
 * Reads the monthly sums of a whole network by kind and by the accounts' relation to the viewer,
 * for the charts.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import type { SumKind } from './extract.sql.ts';

export interface MonthSum {
  /** Month as yyyy-mm. */
  readonly month: string;
  readonly kind: SumKind;
  /**
   * Accounts that the sum includes. `own` is the viewer, `direct` its direct children, and `below`
   * its other descendants. For an admin, `own` is the administration.
   */
  readonly relation: 'own' | 'direct' | 'below';
  readonly hundredths: number;
  /** Cents of a real. Zero if the movements have no price. */
  readonly valueCents: number;
}

/**
 * Reads the sums of all months from a month (yyyy-mm) on. The network of a seller contains the
 * seller and all descendants. The network of an admin contains all accounts. The sums of `below`
 * are those of all descendants minus those of the direct children.
 */
export const readMonthSums = (
  reader: Reader,
  viewer: ReaderAccount,
  from: string,
): Promise<MonthSum[]> =>
  reader.many<MonthSum>(sql`
    select to_char(month, 'YYYY-MM') as month, kind, relation,
      sum(hundredths)::bigint as hundredths, coalesce(sum(value_cents), 0)::float8 as value_cents
    from ${viewer.profile === 'admin' ? everybodys(from) : networks(viewer.id, from)} sums
    group by sums.month, kind, relation
    having sum(hundredths) <> 0 or sum(value_cents) <> 0`);

const monthStart = (from: string): Sql => sql`${`${from}-01`}::date`;

const admins = sql`select id from accounts where profile = 'admin'`;

const everybodys = (from: string): Sql => sql`(
  select month, kind, hundredths, value_cents, 'own' as relation from movement_months
  where account_id = any(array(${admins})) and month >= ${monthStart(from)}
  union all
  select month, kind, -hundredths, -value_cents, 'below' from movement_months
  where account_id = any(array(${admins})) and month >= ${monthStart(from)}
  union all
  select month, kind, hundredths, value_cents, 'below' from movement_below_months
  where account_id = 0 and month >= ${monthStart(from)})`;

const networks = (id: number, from: string): Sql => sql`(
  select month, kind, hundredths, value_cents, 'own' as relation from movement_months
  where account_id = ${id} and month >= ${monthStart(from)}
  union all
  select month, kind, hundredths, value_cents, 'direct' from movement_months
  where account_id = any(array(${children(id)})) and month >= ${monthStart(from)}
  union all
  select month, kind, -hundredths, -value_cents, 'below' from movement_months
  where account_id = any(array(${children(id)})) and month >= ${monthStart(from)}
  union all
  select month, kind, hundredths, value_cents, 'below' from movement_below_months
  where account_id = ${id} and month >= ${monthStart(from)})`;

const children = (id: number): Sql => sql`select id from accounts where parent_id = ${id}`;
