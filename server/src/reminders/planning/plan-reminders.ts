/**
 * Every minute: plans the accounts that are due. Accounts that only send by hand are planned when
 * they open the screen.
 */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { isUnavailable, type Tx } from '../../foundation/database.ts';
import type { Job } from '../../foundation/jobs.ts';
import { lockSettings } from '../settings/settings.sql.ts';
import { planAccount } from './plan-account.ts';

/** Time until an account is planned again. */
export const AGAIN_MS = HOUR_MS / 4;
/**
 * A correct `plan_at` is never this far ahead. A later time means that the clock was wrong when it
 * was stored.
 */
const FAR_AHEAD_MS = HOUR_MS;

/**
 * Plans all due accounts. Several workers plan different accounts. If a worker stops, another
 * worker plans its account later.
 */
export async function planReminders(ctx: AppContext): Promise<void> {
  for (;;) {
    const accountId = await ctx.db.tx((tx) => takeNext(ctx, tx));
    if (accountId === undefined) return;
    try {
      await ctx.db.tx(async (tx) => {
        const settings = await lockSettings(tx, accountId);
        await planAccount(ctx, tx, settings!);
      });
    } catch (error) {
      // A failed account must not block the others. It is planned again later.
      if (isUnavailable(error)) throw error;
      ctx.log.error({ err: error, accountId }, 'reminders could not be planned');
    }
  }
}

/**
 * Claims the next due account. Sets the time of its next plan at once, so that this time applies
 * even if the plan fails.
 */
async function takeNext({ clock }: AppContext, tx: Tx): Promise<number | undefined> {
  const now = clock.now();
  const next = await tx.first<{ accountId: number }>(sql`
    update reminder_settings set plan_at = ${new Date(now.getTime() + AGAIN_MS)}
    where account_id = (
      select s.account_id from reminder_settings s join accounts a on a.id = s.account_id
      where (s.plan_at <= ${now} or s.plan_at > ${new Date(now.getTime() + FAR_AHEAD_MS)})
        and ${maySend}
      order by s.plan_at limit 1 for no key update of s skip locked)
    returning account_id`);
  return next?.accountId;
}

/**
 * Condition on `accounts a`: the account may send messages, because it is neither blocked nor
 * deleted.
 */
export const maySend: Sql = sql`
  a.deleted_at is null and a.blocked_at is null and a.blocked_by_admin_at is null`;

export const planRemindersJob: Job = {
  name: 'plan-reminders',
  schedule: '* * * * *',
  work: planReminders,
};
