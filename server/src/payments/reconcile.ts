/**
 * Reads due charges from their provider every minute, whether or not a notice arrived, and settles
 * paid purchases that wait, for example for credit.
 */
import { ACCOUNT_DELETED } from '@ramal/contract/payments/top-ups';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import { confirmCharge, settleAccount } from './confirm-charge.ts';

const MAX_BATCH = 200;
const AT_ONCE = 4;

export async function reconcilePayments(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now();
  // The charges are claimed for a limited time, so that two workers do not send the same requests.
  // The claim of a stopped worker expires.
  const due = await ctx.db.tx((tx) =>
    tx.many<{ id: number }>(sql`
      update charges set check_at = ${new Date(now.getTime() + 5 * MINUTE_MS)}
      where id in (select id from charges where check_at <= ${now} order by check_at limit ${MAX_BATCH}
        for no key update skip locked)
      returning id`),
  );
  const confirm = (rows: readonly { readonly id: number }[]) =>
    eachAlone(ctx, rows, 'a charge could not be confirmed', (id) => confirmCharge(ctx, id));
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, part) =>
      confirm(due.filter((_row, index) => index % AT_ONCE === part)),
    ),
  );
  const waiting = await ctx.db.many<{ id: number }>(
    sql`select distinct account_id as id from charges where state = 'paid' and purpose in ('renewal', 'sale')`,
  );
  await eachAlone(ctx, waiting, 'renewals could not be settled', (id) => settleAccount(ctx, id));
  const topUps = await ctx.db.many<{ id: number }>(sql`
    select id from charges c where state = 'paid' and purpose in ('top-up', 'test') and not (
      reason = ${ACCOUNT_DELETED} and exists (
        select from accounts where id in (c.account_id, c.buyer_id) and deleted_at is not null))
    order by paid_at, id limit ${MAX_BATCH}`);
  await confirm(topUps);
  return due.length;
}

/**
 * Runs the work for each row and logs failures, so that a failure does not delay the other rows.
 * The next run retries failed rows.
 */
async function eachAlone(
  { log }: AppContext,
  rows: readonly { readonly id: number }[],
  failure: string,
  work: (id: number) => Promise<unknown>,
): Promise<void> {
  for (const { id } of rows) {
    try {
      await work(id);
    } catch (error) {
      log.error({ err: error, id }, failure);
    }
  }
}

export const reconcile: Job = {
  name: 'reconcile-payments',
  schedule: '* * * * *',
  work: async (ctx) => void (await reconcilePayments(ctx)),
};
