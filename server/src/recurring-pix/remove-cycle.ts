/**
 * Removes the charge of a month that must not be debited, because the line was renewed by hand or
 * the authorization ended. A charge that the provider can no longer remove is followed until it is
 * paid or removed.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, startOfDay } from '../foundation/clock.ts';
import { confirmCharge, type RecurringProvider } from '../payments/payments.ts';
import { type Cycle, findCycle, type SkipReason } from './authorizations.sql.ts';
import { notifySkipped } from './notify-skipped.ts';
import { findLastTry } from './refresh-cycle.ts';
import { BRASILIA, bankDay } from './scheme-days.ts';
import { adoptDebit } from './send-cycle.ts';

export const requestRemoval = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  cycle: Cycle,
  reason: SkipReason,
): Promise<void> =>
  db.tx(async (tx) => {
    const changed = await tx.run(sql`
      update pix_cycles c set state = 'removing', skip_reason = ${reason}
      from charges h
      where c.id = ${cycle.id} and h.id = c.charge_id and h.paid_at is null
        and c.state in ('planned', 'sent', 'scheduled', 'refused')`);
    if (changed > 0) await notifySkipped(tx, cycle, reason, clock.now());
  });

/** Removes the charge at the provider. Returns true if no debit can happen any more. */
export async function removeCycle(
  ctx: AppContext,
  cycle: Cycle,
  provider: RecurringProvider,
): Promise<boolean> {
  // The search also removes a second payment that a lost request created.
  const paymentId = (await adoptDebit(ctx, cycle, provider)) ?? cycle.providerId;
  if (paymentId === null) {
    await storeRemoved(ctx, cycle);
    return true;
  }
  const isRemoved = cycle.paidAt === null && (await provider.removeDebit(paymentId));
  await confirmCharge(ctx, cycle.chargeId);
  const after = (await findCycle(ctx.db, cycle.id))!;
  if (after.paidAt) {
    await keepPaid(ctx, cycle);
    return false;
  }
  // A charge that ended at the provider in another way cannot be removed, and needs no removal.
  if (!isRemoved && after.chargeState === 'pending') return false;
  if (await hasRunningTry(ctx, provider, paymentId)) return false;
  await storeRemoved(ctx, cycle);
  return true;
}

/** True if the bank still has the debit, which may outlive the removal of its charge. */
async function hasRunningTry(
  { clock }: AppContext,
  provider: RecurringProvider,
  paymentId: string,
): Promise<boolean> {
  const last = findLastTry(await provider.readTries(paymentId));
  const isRunning = last?.state === 'awaiting' || last?.state === 'scheduled';
  return isRunning && bankDay(clock.now()) <= last.dueOn;
}

/**
 * Stores the removal of a charge. The bank may debit a charge that it had scheduled, and a lost
 * request may still create one. So the charge is read again on the day after its due day.
 */
const storeRemoved = ({ db, clock }: AppContext, cycle: Cycle): Promise<void> =>
  db.tx(async (tx) => {
    const now = clock.now();
    const dayAfter = startOfDay(addDays(cycle.triedOn, 1), BRASILIA);
    const checkAt = new Date(Math.max(dayAfter.getTime(), now.getTime() + DAY_MS));
    await tx.run(sql`
      update charges set state = 'cancelled', reason = coalesce(reason, 'Cancelado')
      where id = ${cycle.chargeId} and state = 'pending'`);
    await tx.run(sql`
      update charges set check_at = ${checkAt} where id = ${cycle.chargeId} and state = 'cancelled'`);
    await tx.run(sql`
      update pix_cycles set state = 'removed', removed_at = ${now} where id = ${cycle.id} and state = 'removing'`);
  });

/** Keeps a charge that the bank debited before it could be removed. Its money renews the line. */
const keepPaid = ({ db }: AppContext, { id }: Cycle): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update pix_cycles set state = 'scheduled', skip_reason = null where id = ${id} and state = 'removing'`),
  );
