/**
 * Each morning, notifies the accounts whose credits will be used up within days. The forecast uses
 * the sales of the last week. Each account receives at most one notice a week.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { formatDate } from '../foundation/clock.ts';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import { notify } from '../notices/notices.ts';

const PACE_DAYS = 7;
const SOON_DAYS = 4;
/** Minimum number of sales in a week from which a rate is calculated. */
const FEWEST = 3;

interface LowWallet {
  readonly accountId: number;
  /** Days until the balance is used up. */
  readonly days: number;
}

export const notifyLowCredits: Job = {
  name: 'notify-low-credits',
  schedule: '0 11 * * *',
  work: async ({ db, clock }) => {
    const now = clock.now();
    const since = new Date(now.getTime() - PACE_DAYS * DAY_MS);
    await db.tx(async (tx) => {
      const low = await tx.many<LowWallet>(sql`
        with spent as (
          select from_wallet, sum(amount) as hundredths from entries
          where at >= ${since} and at < ${now} group by from_wallet having count(*) >= ${FEWEST}
        )
        select w.account_id,
          floor(w.balance * ${PACE_DAYS}::int / spent.hundredths)::int as days
        from spent join wallets w on w.id = spent.from_wallet
        where w.kind = 'balance' and w.balance * ${PACE_DAYS}::int < spent.hundredths * ${SOON_DAYS + 1}::int
          and not exists (select from notices n
            where n.account_id = w.account_id and n.kind = 'credits' and n.subject = 'low' and n.created_at > ${since})
        order by 1`);
      for (const { accountId, days } of low) {
        const end = formatDate(new Date(now.getTime() + days * DAY_MS), clock.timeZone);
        await notify(tx, {
          accounts: sql`select ${accountId}::bigint`,
          kind: 'credits',
          subject: 'low',
          title:
            days === 0
              ? 'Créditos para hoje'
              : `Créditos para ${days} ${days === 1 ? 'dia' : 'dias'}`,
          body:
            days === 0 ? 'No ritmo da semana, acabam hoje' : `No ritmo da semana, acabam em ${end}`,
          path: '/buy-credits',
          at: now,
        });
      }
    }, LONG_TIMEOUT);
  },
};
