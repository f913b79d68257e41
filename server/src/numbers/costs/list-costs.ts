/** Lists the costs of a month. Their sum equals the figure of the month. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type Cost,
  costKindLabels,
  type listCosts as declaration,
} from '@ramal/contract/numbers/costs';
import sql from 'sql-template-tag';
import type { ReadingContext } from '../../foundation/app-context.ts';
import { localDay, unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { type ClosedMonth, closedMonths } from '../read/sums.sql.ts';
import { costDay, countsIn } from '../roll-up/money.sql.ts';

type Automatic = Pick<Cost, 'kind' | 'platform' | 'cents' | 'quantity'>;
type EnteredCost = Omit<Cost, 'repeats' | 'quantity'> & { readonly isMonthly: boolean };

export async function listCosts(
  { db, clock }: ReadingContext,
  { actor, query }: Pick<Call<typeof declaration>, 'actor' | 'query'>,
): Promise<HandlerResult<typeof declaration>> {
  const month = query.month ?? localDay(clock.now(), clock.timeZone).slice(0, 7);
  const first = `${month}-01`;
  const platform = query.platform ?? null;
  const [automatic, entered, closed] = await Promise.all([
    db.many<Automatic>(sql`
      select kind, ${platform}::text as platform, sum(cents)::bigint as cents, sum(quantity)::bigint as quantity
      from number_money
      where account_id = ${actor.id} and month = ${first}::date and kind in ('credits', 'fees', 'messages')
        and (${platform}::text is null or platform = ${platform})
      group by kind having sum(cents) <> 0 or sum(quantity) <> 0
      order by array_position(array['credits', 'fees', 'messages'], kind)`),
    db.many<EnteredCost>(sql`
      select c.id, c.kind, c.name, c.platform, c.cents, to_char(${costDay(first)}, 'YYYY-MM-DD') as day,
        to_char(c.since, 'YYYY-MM-DD') as since, c.is_monthly, c.is_correction as correction
      from costs c
      where c.account_id = ${actor.id} and ${countsIn(first)} and (${platform}::text is null or c.platform = ${platform})
      order by c.is_monthly desc, day, c.id`),
    db.many<ClosedMonth>(closedMonths, 'prepared'),
  ]);
  const data: Cost[] = [
    ...automatic.map((cost) => ({
      ...cost,
      id: null,
      name: costKindLabels[cost.kind],
      day: null,
      since: null,
      repeats: null,
      correction: false,
    })),
    ...entered.map(({ isMonthly, ...cost }) => ({
      ...cost,
      quantity: null,
      repeats: isMonthly ? ('monthly' as const) : ('once' as const),
    })),
  ];
  const closedAt = closed.find((row) => row.month === month)?.closedAt;
  return {
    month,
    closedAtTimestamp: closedAt ? unixSeconds(closedAt) : null,
    data,
    totalCents: data.reduce((total, { cents }) => total + cents, 0),
  };
}
