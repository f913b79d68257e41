/**
 * Informs sellers three days ahead that portal credits will not suffice for the renewals of recurring
 * Pix. A payment without credit waits and renews after a top-up, as every payment does.
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
    select pa.account_id, count(*) as renewals, (sum(pa.credits) - coalesce(w.balance, 0))::bigint as missing
    from pix_authorizations pa left join wallets w on w.account_id = pa.account_id and w.kind = 'portal'
    where pa.state = 'active' and pa.next_due_on between ${today}::date and ${until}::date
    group by pa.account_id, w.balance having sum(pa.credits) > coalesce(w.balance, 0)
    order by pa.account_id`);
  for (const { accountId, renewals, missing } of short)
    await ctx.db.tx((tx) =>
      notify(tx, {
        accounts: sql`select ${accountId}::bigint`,
        kind: 'credits',
        subject: `recurring-credits-${today}`,
        title: 'Faltam créditos no portal para renovar sozinho',
        body: `Até ${until.split('-').toReversed().join('/')} são ${renewals} cobranças e faltam ${fromHundredths(missing).toLocaleString('pt-BR')} créditos. O pagamento chega e a renovação espera.`,
        path: '/recharge-portal',
        at: now,
      }),
    );
  return short.length;
}

export const shortCreditsJob: Job = {
  name: 'notify-short-portal-credits',
  schedule: '0 12 * * *',
  work: async (ctx) => void (await notifyShortCredits(ctx)),
};
