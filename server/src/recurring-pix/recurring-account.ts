/** Opens the provider of an account's authorizations, and decides whether the account offers them. */
import type { AppContext } from '../foundation/app-context.ts';
import { localDay } from '../foundation/clock.ts';
import {
  asaasRecurring,
  ensurePaymentAccount,
  findProviderAccount,
  openAsaas,
  readReceiver,
  type RecurringProvider,
  recurringProblem,
} from '../payments/payments.ts';

export interface RecurringAccount {
  readonly provider: RecurringProvider;
  readonly collector: string;
}

/** Returns undefined if the keys no longer exist. */
export async function openRecurring(
  ctx: AppContext,
  accountId: number,
): Promise<RecurringAccount | undefined> {
  const access = openAsaas(ctx, await ensurePaymentAccount(ctx, accountId));
  return access && { provider: asaasRecurring(access), collector: access.collector };
}

/**
 * Returns the registered name of the company that receives; undefined if recurring Pix is not
 * offered.
 */
export async function readOfferedReceiver(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  accountId: number,
): Promise<string | undefined> {
  const [statement, account] = await Promise.all([
    readReceiver(db, accountId),
    findProviderAccount(db, accountId),
  ]);
  const today = localDay(clock.now(), clock.timeZone);
  const isOffered = statement.offersRecurring && !recurringProblem(statement, account, today);
  return isOffered ? account!.holderName : undefined;
}

/**
 * Returns the seller's switch, `on` or `off`. An account that may not offer recurring Pix is
 * `not-eligible`.
 */
export async function readOfferState(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  accountId: number,
): Promise<'on' | 'off' | 'not-eligible'> {
  const [statement, account] = await Promise.all([
    readReceiver(db, accountId),
    findProviderAccount(db, accountId),
  ]);
  const today = localDay(clock.now(), clock.timeZone);
  if (recurringProblem(statement, account, today)) return 'not-eligible';
  return statement.offersRecurring ? 'on' : 'off';
}
