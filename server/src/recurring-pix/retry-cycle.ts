/**
 * Requests another try of a refused charge, on the evening before the day of the try. Only an unpaid
 * charge of an active authorization is tried again, and only after a reason that may pass.
 */
import { refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { isProviderRejection } from '../foundation/provider-error.ts';
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
  if (!first || tries.some(({ dueOn }) => dueOn === retryOn)) return storeTry(ctx, cycle, retryOn);
  try {
    await provider.retryDebit(first.instructionId, retryOn);
  } catch (error) {
    if (!isProviderRejection(error)) throw error;
    ctx.log.warn({ cycle: cycle.id, problem: (error as Error).message }, 'a retry was rejected');
  }
  await storeTry(ctx, cycle, retryOn);
}

/** Stores the day of the requested try. The next read of the tries sets the state of the cycle. */
const storeTry = async ({ db }: AppContext, { id }: Cycle, retryOn: string): Promise<void> => {
  await db.tx((tx) =>
    tx.run(sql`
      update pix_cycles set tried_on = greatest(tried_on, ${retryOn}::date) where id = ${id}`),
  );
};
