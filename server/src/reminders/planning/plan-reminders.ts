/** Every minute: plans the accounts whose turn it is. Accounts that send by hand alone are planned as they look. */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { isUnavailable, type Tx } from '../../foundation/database.ts';
import type { Job } from '../../foundation/jobs.ts';
import { lockSettings } from '../settings/settings.sql.ts';
import { planAccount } from './plan-account.ts';

/** How soon it comes back to an account. */
export const AGAIN_MS = HOUR_MS / 4;
/** Later than any turn that was set: the clock ran ahead when it was. */
const FAR_AHEAD_MS = HOUR_MS;

/** Several workers take different accounts; one that dies leaves its account to the next. */
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
      // One account must not hold up the others; its turn comes again.
      if (isUnavailable(error)) throw error;
      ctx.log.error({ err: error, accountId }, 'reminders could not be planned');
    }
  }
}

/** Its turn is over with the taking, whatever becomes of the plan. */
async function takeNext({ clock }: AppContext, tx: Tx): Promise<number | undefined> {
  const now = clock.now();
  const next = await tx.first<{ accountId: number }>(sql`
    update reminder_settings set plan_at = ${new Date(now.getTime() + AGAIN_MS)}
    where account_id = (
      select s.account_id from reminder_settings s join accounts a on a.id = s.account_id
      where (s.plan_at <= ${now} or s.plan_at > ${new Date(now.getTime() + FAR_AHEAD_MS)})
        and ${maySend}
      order by s.plan_at limit 1 for no key update of s skip locked)
    returning account_id as "accountId"`);
  return next?.accountId;
}

/** Of `accounts a`: whoever was blocked or deleted writes to nobody. */
export const maySend: Sql = sql`
  a.deleted_at is null and a.blocked_at is null and a.blocked_by_admin_at is null`;

export const planRemindersJob: Job = {
  name: 'plan-reminders',
  schedule: '* * * * *',
  work: planReminders,
};
