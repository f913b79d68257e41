/**
 * Informs sellers three days ahead that portal credits will not suffice for the renewals of recurring
 * Pix. Renewals that already wait for credit use it first. A payment without credit waits and renews
 * after a top-up, as every payment does.
 */
import { fromHundredths } from '@ramal/contract/rules/money';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays } from '../foundation/clock.ts';
import type { Job } from '../foundation/jobs.ts';
import { notify } from '../notices/notices.ts';
import { bankDay } from './scheme-days.ts';

const DAYS_AHEAD = 3;

interface ShortAccount {
  readonly accountId: number;
  readonly renewals: number;
  readonly missing: number;
}

export async function notifyShortCredits(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now();
  const today = bankDay(now);
  const until = addDays(today, DAYS_AHEAD);
  const short = await ctx.db.many<ShortAccount>(sql`
    select due.account_id, due.renewals, (due.credits + waiting.credits - coalesce(w.balance, 0))::bigint as missing
    from (select account_id, count(*) as renewals, sum(credits) as credits from pix_authorizations
      where state = 'active' and next_due_on between ${today}::date and ${until}::date group by account_id) due
    cross join lateral (select coalesce(sum(coalesce(undone_credits, credits)), 0) as credits from charges
      where account_id = due.account_id and purpose in ('renewal', 'sale') and state = 'paid') waiting
    left join wallets w on w.account_id = due.account_id and w.kind = 'portal'
    where due.credits + waiting.credits > coalesce(w.balance, 0)
    order by due.account_id`);
  for (const { accountId, renewals, missing } of short)
    await ctx.db.tx((tx) =>
      notify(tx, {
        accounts: sql`select ${accountId}::bigint`,
        kind: 'credits',
        subject: `recurring-credits-${today}`,
        title: 'Faltam créditos no portal para renovar sozinho',
        body: `Até ${until.split('-').toReversed().join('/')} ${countRenewals(renewals)} e ${countMissing(missing)}. O pagamento chega e a renovação espera.`,
        path: '/recharge-portal',
        at: now,
      }),
    );
  return short.length;
}

const countRenewals = (renewals: number): string =>
  renewals === 1 ? 'é 1 cobrança' : `são ${renewals} cobranças`;

/** Portuguese uses the singular below two. */
function countMissing(hundredths: number): string {
  const credits = fromHundredths(hundredths).toLocaleString('pt-BR');
  return hundredths < 200 ? `falta ${credits} crédito` : `faltam ${credits} créditos`;
}

export const shortCreditsJob: Job = {
  name: 'notify-short-portal-credits',
  schedule: '0 12 * * *',
  work: async (ctx) => void (await notifyShortCredits(ctx)),
};
