/** The monthly sums of a whole network, for the charts, by account and direction. */
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import type { SumKind } from './extract.sql.ts';

export interface MonthSum {
  /** yyyy-mm */
  readonly month: string;
  readonly kind: SumKind;
  /**
   * `own` are the viewer's accounts, then direct children, then accounts further below. For an admin
   * `own` is the administration's.
   */
  readonly whose: 'own' | 'direct' | 'below';
  readonly hundredths: number;
  /** Cents of a real; 0 where no price was given. */
  readonly valueCents: number;
}

/**
 * From a month (yyyy-mm) on. A seller's network is itself and all accounts below, an admin's every
 * account. What those further below moved is what all below did, less the direct children.
 */
export const readMonthSums = (
  reader: Reader,
  viewer: ReaderAccount,
  from: string,
): Promise<MonthSum[]> =>
  reader.many<MonthSum>(sql`
    select to_char(month, 'YYYY-MM') as month, kind, whose,
      sum(hundredths)::bigint as hundredths, coalesce(sum(value_cents), 0)::float8 as "valueCents"
    from ${viewer.profile === 'admin' ? everybodys(from) : networks(viewer.id, from)} sums
    group by sums.month, kind, whose
    having sum(hundredths) <> 0 or sum(value_cents) <> 0`);

const firstOf = (from: string): Sql => sql`${`${from}-01`}::date`;

const admins = sql`select id from accounts where profile = 'admin'`;

const everybodys = (from: string): Sql => sql`(
  select month, kind, hundredths, value_cents, 'own' as whose from movement_months
  where account_id = any(array(${admins})) and month >= ${firstOf(from)}
  union all
  select month, kind, -hundredths, -value_cents, 'below' from movement_months
  where account_id = any(array(${admins})) and month >= ${firstOf(from)}
  union all
  select month, kind, hundredths, value_cents, 'below' from movement_below_months
  where account_id = 0 and month >= ${firstOf(from)})`;

const networks = (id: number, from: string): Sql => sql`(
  select month, kind, hundredths, value_cents, 'own' as whose from movement_months
  where account_id = ${id} and month >= ${firstOf(from)}
  union all
  select month, kind, hundredths, value_cents, 'direct' from movement_months
  where account_id = any(array(${children(id)})) and month >= ${firstOf(from)}
  union all
  select month, kind, -hundredths, -value_cents, 'below' from movement_months
  where account_id = any(array(${children(id)})) and month >= ${firstOf(from)}
  union all
  select month, kind, hundredths, value_cents, 'below' from movement_below_months
  where account_id = ${id} and month >= ${firstOf(from)})`;

const children = (id: number): Sql => sql`select id from accounts where parent_id = ${id}`;
