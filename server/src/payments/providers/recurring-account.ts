/** Finds the account that receives recurring Pix, and decides whether it may. */
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import { findPaymentAccount } from '../payment-account.ts';
import {
  findProviderAccount,
  type ProviderAccount,
  readReceiver,
  type ReceiverStatement,
  recurringProblem,
} from './provider-account.ts';
import { currentKind } from './provider-of.ts';

/** Holder of every account at the test provider. No money reaches it. */
const TEST_HOLDER = 'CAIXA DE TESTE';

type RecurringContext = Pick<AppContext, 'clock' | 'config'>;

export interface Eligibility {
  readonly receiver: ReceiverStatement;
  readonly account: ProviderAccount | undefined;
  /** Reason why recurring Pix cannot be offered. Empty if it can be offered. */
  readonly problem: string;
}

/** Reads whether a seller may offer recurring Pix (Q-RECURCOMPANY). */
export async function readEligibility(
  ctx: RecurringContext,
  reader: Reader,
  accountId: number,
): Promise<Eligibility> {
  const receiver = await readReceiver(reader, accountId);
  const account = await findRecurringAccount(ctx, reader, accountId);
  const today = localDay(ctx.clock.now(), ctx.clock.timeZone);
  return { receiver, account, problem: recurringProblem(receiver, account, today) };
}

/**
 * Returns the account at Asaas. For an account without keys, returns the account at the test
 * provider. Undefined if no account can receive.
 */
async function findRecurringAccount(
  ctx: RecurringContext,
  reader: Reader,
  accountId: number,
): Promise<ProviderAccount | undefined> {
  const asaas = await findProviderAccount(reader, accountId, 'asaas');
  if (asaas) return asaas;
  const account = await findPaymentAccount(reader, accountId);
  if (currentKind(ctx, account) !== 'sandbox') return undefined;
  return {
    keyHint: '',
    isLive: false,
    holderName: TEST_HOLDER,
    holderDocument: '',
    isCompany: true,
    isApproved: true,
    pixKey: '',
    problem: null,
    keysRefusedAt: null,
    checkedAt: ctx.clock.now(),
    lastNoticeAt: null,
    provenAt: null,
  };
}
