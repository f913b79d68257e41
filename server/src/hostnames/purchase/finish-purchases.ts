/** Continues open purchases once a minute. */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { advancePurchase, LEASE_MS } from './advance-purchase.ts';
import { type Registrars, getRegistrars } from '../registrars/registrars.ts';

const MAX_CLAIMED = 50;

export async function finishPurchases(ctx: AppContext, registrars: Registrars): Promise<void> {
  const now = ctx.clock.now();
  // Claims the purchases for a limited time, so that two workers do not process the same purchase.
  // If a worker stops, its claim expires.
  const due = await ctx.db.tx((tx) =>
    tx.many<{ id: number }>(sql`
      update hostname_purchases set check_at = ${new Date(now.getTime() + LEASE_MS)}
      where id in (select id from hostname_purchases where check_at <= ${now}
        order by check_at limit ${MAX_CLAIMED} for no key update skip locked)
      returning id`),
  );
  for (const { id } of due) {
    try {
      await advancePurchase(ctx, registrars, id);
    } catch (error) {
      // A failed purchase must not stop the other purchases. It is due again a minute later.
      ctx.log.error({ err: error, purchase: id }, 'a hostname purchase could not continue');
    }
  }
}

export const finishHostnamePurchases: Job = {
  name: 'finish-hostname-purchases',
  schedule: '* * * * *',
  work: (ctx) => finishPurchases(ctx, getRegistrars(ctx)),
};
