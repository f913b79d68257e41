/** Opens the provider of an account's authorizations, and decides whether the account offers them. */
import type { AppContext } from '../foundation/app-context.ts';
import {
  asaasRecurring,
  type Charge,
  currentKind,
  ensurePaymentAccount,
  newExternalReference,
  openAsaas,
  readEligibility,
  type RecurringProvider,
  SANDBOX_COLLECTOR,
  type SaleOrder,
} from '../payments/payments.ts';
import type { Authorization } from './authorizations.sql.ts';
import { sandboxRecurring } from './sandbox/sandbox-recurring.ts';

export interface RecurringAccount {
  readonly name: 'asaas' | 'sandbox';
  readonly provider: RecurringProvider;
  readonly collector: string;
}

/** Returns undefined if the keys no longer exist. The test provider serves accounts without keys. */
export async function openRecurring(
  ctx: AppContext,
  accountId: number,
): Promise<RecurringAccount | undefined> {
  const account = await ensurePaymentAccount(ctx, accountId);
  const access = openAsaas(ctx, account);
  if (access)
    return { name: 'asaas', provider: asaasRecurring(access), collector: access.collector };
  if (currentKind(ctx, account) !== 'sandbox') return undefined;
  return { name: 'sandbox', provider: sandboxRecurring(ctx), collector: SANDBOX_COLLECTOR };
}

interface PaidMonth extends Pick<Charge, 'lineId' | 'credits'> {
  readonly accountId?: number;
  /** Order of a stranger, whose first month is a sale. */
  readonly sale?: SaleOrder | undefined;
}

/**
 * Creates the reference of a month's charge at its provider. A charge of the test provider needs
 * none, because its payment has the charge's own reference.
 */
export const newDebitReference = (
  { name }: Pick<RecurringAccount, 'name'>,
  { sale, ...month }: PaidMonth,
): string | null => {
  if (name === 'sandbox') return null;
  const bought = { ...month, months: 1, buyerId: null } as const;
  return newExternalReference(
    sale ? { ...bought, purpose: 'sale', sale } : { ...bought, purpose: 'renewal' },
  );
};

/**
 * Opens the provider of an authorization. Returns undefined if the keys no longer exist or belong to
 * another account at the provider, which does not know the authorization.
 */
export async function openProvider(
  ctx: AppContext,
  { accountId, collector }: Pick<Authorization, 'accountId' | 'collector'>,
): Promise<RecurringProvider | undefined> {
  const account = await openRecurring(ctx, accountId);
  return account?.collector === collector ? account.provider : undefined;
}

/**
 * Returns the registered name of the company that receives; undefined if recurring Pix is not
 * offered.
 */
export async function readOfferedReceiver(
  ctx: Pick<AppContext, 'db' | 'clock' | 'config'>,
  accountId: number,
): Promise<string | undefined> {
  const { receiver, account, problem } = await readEligibility(ctx, ctx.db, accountId);
  return receiver.offersRecurring && problem === '' ? account!.holderName : undefined;
}

/**
 * Returns the seller's switch, `on` or `off`. An account that may not offer recurring Pix is
 * `not-eligible`.
 */
export async function readOfferState(
  ctx: Pick<AppContext, 'db' | 'clock' | 'config'>,
  accountId: number,
): Promise<'on' | 'off' | 'not-eligible'> {
  const { receiver, problem } = await readEligibility(ctx, ctx.db, accountId);
  if (problem) return 'not-eligible';
  return receiver.offersRecurring ? 'on' : 'off';
}
