/**
 * The third road: once a minute what is due is read from its provider, whether or not a notice came, and
 * renewals that waited are done where there is credit by now.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import { confirmCharge, settleAccount } from './confirm-charge.ts';

const MOST_AT_ONCE = 200;
const AT_ONCE = 4;

export async function reconcilePayments(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now();
  // Claimed for a while, so that two workers do not ask the same; one that dies gives them back.
  const due = await ctx.db.tx((tx) =>
    tx.many<{ id: number }>(sql`
      update charges set check_at = ${new Date(now.getTime() + 5 * MINUTE_MS)}
      where id in (select id from charges where check_at <= ${now} order by check_at limit ${MOST_AT_ONCE}
        for no key update skip locked)
      returning id`),
  );
  const ids = due.map(({ id }) => id);
  const work = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      try {
        await confirmCharge(ctx, id);
      } catch (error) {
        // One that fails must not hold up the others; it is due again in a few minutes.
        ctx.log.error({ err: error, charge: id }, 'a charge could not be confirmed');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const waiting = await ctx.db.many<{ id: number }>(
    sql`select distinct account_id as id from charges where state = 'paid' and purpose = 'renewal'`,
  );
  for (const { id } of waiting) await settleAccount(ctx, id);
  const topUps = await ctx.db.many<{ id: number }>(sql`
    select id from charges where state = 'paid' and purpose <> 'renewal' order by paid_at, id limit ${MOST_AT_ONCE}`);
  for (const { id } of topUps) await confirmCharge(ctx, id);
  return due.length;
}

export const reconcile: Job = {
  name: 'reconcile-payments',
  schedule: '* * * * *',
  work: async (ctx) => void (await reconcilePayments(ctx)),
};
