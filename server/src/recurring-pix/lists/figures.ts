/** Figures of recurring Pix: the amounts of the month and of the next week, refusals, and portal credits. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { listAuthorizations as declaration } from '@ramal/contract/payments/authorizations';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql from 'sql-template-tag';
import { readWallets } from '../../credits/credits.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { addDays, localDay, startOfMonth } from '../../foundation/clock.ts';

type Figures = HandlerResult<typeof declaration>['figures'];

const WEEK_DAYS = 7;

interface Sums {
  readonly paidCents: number;
  readonly plannedCents: number;
  readonly weekCents: number;
  readonly weekCharges: number;
  readonly weekScheduled: number;
  readonly refusedCents: number;
}

interface DueCredits {
  readonly dueOn: string;
  readonly credits: number;
}

export async function readFigures(ctx: AppContext, accountId: number): Promise<Figures> {
  const { db, clock } = ctx;
  const now = clock.now();
  const today = localDay(now, clock.timeZone);
  const month = today.slice(0, 7);
  const last = addDays(`${addDays(`${month}-01`, 32).slice(0, 7)}-01`, -1);
  const [sums, due, wallets] = await Promise.all([
    readSums(ctx, accountId, { today, last }),
    db.many<DueCredits>(sql`
      select to_char(next_due_on, 'YYYY-MM-DD') as due_on, sum(credits)::bigint as credits from pix_authorizations
      where account_id = ${accountId} and state = 'active' and next_due_on between ${today}::date and ${last}::date
      group by 1 order by 1`),
    readWallets(db, accountId),
  ]);
  const { until, missing } = spend(due, wallets.portal ?? 0);
  return {
    month,
    monthValue: fromHundredths(sums.paidCents + sums.plannedCents),
    weekValue: fromHundredths(sums.weekCents),
    weekCharges: sums.weekCharges,
    weekScheduled: sums.weekScheduled,
    refusedValue: fromHundredths(sums.refusedCents),
    portalCredits: fromHundredths(wallets.portal ?? 0),
    creditsUntil: until,
    creditsMissing: fromHundredths(missing),
  };
}

async function readSums(
  { db, clock }: AppContext,
  accountId: number,
  { today, last }: { readonly today: string; readonly last: string },
): Promise<Sums> {
  const from = startOfMonth(clock.now(), clock.timeZone);
  const week = addDays(today, WEEK_DAYS);
  return (await db.first<Sums>(sql`
    select
      (select coalesce(sum(cents), 0)::bigint from charges
        where account_id = ${accountId} and authorization_id is not null and paid_at >= ${from}
          and state in ('paid', 'settled')) as paid_cents,
      coalesce(sum(pa.cents) filter (where pa.next_due_on between ${today}::date and ${last}::date), 0)::bigint
        as planned_cents,
      coalesce(sum(pa.cents) filter (where pa.next_due_on between ${today}::date and ${week}::date), 0)::bigint
        as week_cents,
      count(*) filter (where pa.next_due_on between ${today}::date and ${week}::date) as week_charges,
      count(*) filter (where exists (select from pix_cycles c join charges h on h.id = c.charge_id
        where c.authorization_id = pa.id and c.state in ('sent', 'scheduled') and h.paid_at is null
          and c.due_on between ${today}::date and ${week}::date)) as week_scheduled,
      coalesce(sum(pa.cents) filter (where pa.is_refused), 0)::bigint as refused_cents
    from pix_authorizations pa where pa.account_id = ${accountId} and pa.state = 'active'`))!;
}

/**
 * Calculates which due renewals the credits cover. Returns the day before the first renewal without
 * credits, and the missing hundredths. Returns null and 0 if the credits cover all.
 */
export function spend(
  due: readonly DueCredits[],
  balance: number,
): { readonly until: string | null; readonly missing: number } {
  const total = due.reduce((sum, { credits }) => sum + credits, 0);
  if (total <= balance) return { until: null, missing: 0 };
  let left = balance;
  for (const { dueOn, credits } of due) {
    if (credits > left) return { until: addDays(dueOn, -1), missing: total - balance };
    left -= credits;
  }
  return { until: null, missing: 0 };
}
