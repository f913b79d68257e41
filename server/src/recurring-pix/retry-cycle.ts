/**
 * Requests another try of a refused charge, on the evening before the day of the try. Only an unpaid
 * charge of an active authorization is tried again, and only after a reason that may pass.
 */
import { refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { isProviderFailure } from '../foundation/provider-error.ts';
import { confirmCharge, type RecurringProvider, toRefusalReason } from '../payments/payments.ts';
import {
  type Authorization,
  type Cycle,
  findAuthorization,
  findCycle,
} from './authorizations.sql.ts';
import { isRequestedNow, remainingRetries } from './scheme-days.ts';

type RetryFacts = Pick<Cycle, 'state' | 'refusalCode' | 'dueOn' | 'triedOn'>;

/**
 * Returns the days on which the bank will try a refused charge again. The list is empty after a
 * final reason.
 */
export function listRetryDays(
  cycle: RetryFacts,
  { state, allowsRetries }: Pick<Authorization, 'state' | 'allowsRetries'>,
  now: Date,
): string[] {
  if (cycle.state !== 'refused' || state !== 'active' || !allowsRetries) return [];
  const reason = toRefusalReason(cycle.refusalCode ?? '');
  return refusalTexts[reason].isRetried ? remainingRetries(cycle.dueOn, cycle.triedOn, now) : [];
}

export async function retryCycle(
  ctx: AppContext,
  cycle: Cycle,
  provider: RecurringProvider,
): Promise<void> {
  const now = ctx.clock.now();
  const authorization = (await findAuthorization(ctx.db, cycle.authorizationId))!;
  const [retryOn] = listRetryDays(cycle, authorization, now);
  if (retryOn === undefined || !isRequestedNow(retryOn, now)) return;
  await confirmCharge(ctx, cycle.chargeId);
  const current = (await findCycle(ctx.db, cycle.id))!;
  if (current.paidAt || current.state !== 'refused') return;
  const tries = await provider.readTries(cycle.providerId!);
  const first = tries.find(({ attempt }) => attempt === 0);
  if (!first) return;
  if (tries.every(({ dueOn }) => dueOn !== retryOn)) {
    try {
      await provider.retryDebit(first.instructionId, retryOn);
    } catch (error) {
      if (!isProviderFailure(error, 'rejected', 'not_found', 'conflict')) throw error;
      ctx.log.warn({ cycle: cycle.id, problem: error.message }, 'a retry was rejected');
      return storeTry(ctx, cycle, { retryOn, state: 'refused' });
    }
  }
  await storeTry(ctx, cycle, { retryOn, state: 'sent' });
}

/**
 * Stores the day of the try. From the request on, the charge is at the bank and cannot be paid by
 * hand; a rejected request leaves it refused.
 */
const storeTry = async (
  { db }: AppContext,
  { id }: Cycle,
  { retryOn, state }: { readonly retryOn: string; readonly state: 'sent' | 'refused' },
): Promise<void> => {
  await db.tx((tx) =>
    tx.run(sql`
      update pix_cycles set state = ${state}, tried_on = greatest(tried_on, ${retryOn}::date)
      where id = ${id} and state = 'refused'`),
  );
};
