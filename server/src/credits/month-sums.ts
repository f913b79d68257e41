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
 * account.
 */
export const readMonthSums = (
  reader: Reader,
  viewer: ReaderAccount,
  from: string,
): Promise<MonthSum[]> =>
  reader.many<MonthSum>(sql`
    select to_char(month, 'YYYY-MM') as month, kind, whose,
      sum(hundredths)::bigint as hundredths, coalesce(sum(value_cents), 0)::float8 as "valueCents"
    from ${viewer.profile === 'admin' ? everybodys : networks(viewer.id)} sums
    where month >= ${`${from}-01`}::date
    group by sums.month, kind, whose`);

const everybodys = sql`(
  select m.*, case when account_id = any(array(select id from accounts where profile = 'admin'))
    then 'own' else 'below' end as whose
  from movement_months m)`;

const networks = (id: number): Sql => sql`(
  select m.*, case when a.id = ${id} then 'own' when a.parent_id = ${id} then 'direct' else 'below' end as whose
  from movement_months m join accounts a on a.id = m.account_id and a.ancestors @> ${[id]}::bigint[])`;
