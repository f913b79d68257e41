/**
 * Maps the states, dates and refusal codes of Asaas to those of the provider interfaces. An unknown
 * payment state counts as pending, so it never counts as money.
 */
import type { RefusalReason } from '@ramal/contract/rules/payments/recurring-pix';
import { parseLocalSecond } from '../../../foundation/clock.ts';
import { readText, toCents, toRecords } from '../mercado-pago/words.ts';
import type { PaymentReading } from '../port.ts';
import type { AuthorizationState, TryState } from '../recurring-port.ts';
import type { Answer } from './client.ts';

/** Times of Asaas are local times of Brasília. */
export const BRASILIA = 'America/Sao_Paulo';

const written =
  /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{2})\/(\d{2})\/(\d{4}))(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/;

/**
 * Parses a time of the form yyyy-mm-dd or dd/mm/yyyy, with or without a clock time. Undefined for
 * other texts.
 */
export function parseAsaasTime(text: unknown): Date | undefined {
  const parts = typeof text === 'string' ? written.exec(text) : null;
  if (!parts) return undefined;
  const [, year, month, day, firstDay, firstMonth, lastYear, clock = '00:00:00'] = parts;
  const date = year ? `${year}-${month}-${day}` : `${lastYear}-${firstMonth}-${firstDay}`;
  const second = clock.length === 5 ? `${clock}:00` : clock;
  if (!isCalendarDay(date)) return undefined;
  return parseLocalSecond(`${date}T${second}`, BRASILIA);
}

/** Returns the day of a time as yyyy-mm-dd. Undefined for other texts. */
export function parseAsaasDay(text: unknown): string | undefined {
  const parts = typeof text === 'string' ? written.exec(text) : null;
  if (!parts) return undefined;
  const [, year, month, day, firstDay, firstMonth, lastYear] = parts;
  const date = year ? `${year}-${month}-${day}` : `${lastYear}-${firstMonth}-${firstDay}`;
  return isCalendarDay(date) ? date : undefined;
}

const isCalendarDay = (date: string): boolean => {
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
};

const paymentStates: Readonly<Record<string, PaymentReading['state']>> = {
  PENDING: 'pending',
  OVERDUE: 'pending',
  AWAITING_RISK_ANALYSIS: 'pending',
  DUNNING_REQUESTED: 'pending',
  RECEIVED: 'approved',
  // The bank may still return the money for 72 hours; the payment then becomes REFUNDED.
  CONFIRMED: 'approved',
  DUNNING_RECEIVED: 'approved',
  REFUND_REQUESTED: 'approved',
  REFUND_IN_PROGRESS: 'approved',
  CHARGEBACK_REQUESTED: 'approved',
  CHARGEBACK_DISPUTE: 'approved',
  AWAITING_CHARGEBACK_REVERSAL: 'approved',
  REFUNDED: 'reversed',
  // The seller marked the payment as paid in cash, so the provider received no money.
  RECEIVED_IN_CASH: 'cancelled',
};

const disputed = new Set([
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
]);

const reasons: Readonly<Record<string, string>> = {
  REFUNDED: 'Estornado',
  RECEIVED_IN_CASH: 'Marcado como recebido em dinheiro no Asaas: renove à mão',
};

/** States of a payment whose money arrived. The bank may debit a payment that was removed before. */
const received = new Set(['RECEIVED', 'CONFIRMED']);

/** Reads a payment. A removed payment has no money, unless the bank debited it all the same. */
export function toPaymentReading(
  payment: Answer,
  collector: string,
  reference: string,
): PaymentReading {
  const status = readText(payment.status);
  const isRemoved = payment.deleted === true && !received.has(status);
  const state = isRemoved ? 'cancelled' : (paymentStates[status] ?? 'pending');
  const cents = toCents(payment.value);
  return {
    paymentId: readText(payment.id),
    reference,
    state,
    reason: isRemoved ? 'Cancelado' : (reasons[status] ?? null),
    cents,
    paidCents: state === 'approved' || state === 'reversed' ? cents : 0,
    refundedCents: refundedCents(payment),
    currency: 'BRL',
    collector,
    disputed: disputed.has(status),
    pixCode: null,
    unknownStatus: status in paymentStates ? null : status.slice(0, 60),
  };
}

const refundedCents = ({ refunds }: Answer): number =>
  toRecords(refunds)
    .filter(({ status }) => status === 'DONE')
    .reduce((sum, { value }) => sum + Math.max(0, toCents(value)), 0);

const authorizationStates: Readonly<Record<string, AuthorizationState>> = {
  CREATED: 'created',
  ACTIVE: 'active',
  REFUSED: 'refused',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

export const toAuthorizationState = (status: unknown): AuthorizationState | 'unknown' =>
  authorizationStates[readText(status)] ?? 'unknown';

const tryStates: Readonly<Record<string, TryState>> = {
  AWAITING_REQUEST: 'awaiting',
  SCHEDULED: 'scheduled',
  DONE: 'done',
  REFUSED: 'refused',
  CANCELLED: 'cancelled',
};

export const toTryState = (status: unknown): TryState => tryStates[readText(status)] ?? 'unknown';

/** Refusal codes of a charge that the bank has already debited. */
export const ALREADY_PAID = new Set(['PAYMENT_ALREADY_DONE', 'NIPA']);

const refusals: Readonly<Record<string, RefusalReason>> = {
  PAYMENT_OVERDUE: 'no-balance',
  EXPR: 'no-balance',
  MAXIMUM_AMOUNT_EXCEEDED: 'limit',
  AM02: 'limit',
  ACCOUNT_CLOSED: 'account-closed',
  AC05: 'account-closed',
  ACCOUNT_BLOCKED: 'account-blocked',
  AC06: 'account-blocked',
  PAYER_CPF_CNPJ_MISMATCH: 'wrong-cpf',
  CRNC: 'wrong-cpf',
  DENC: 'wrong-cpf',
  UDEI: 'wrong-cpf',
  SAME_INSTITUTION_ERROR: 'same-bank',
  AG12: 'same-bank',
  AMOUNT_MISMATCH: 'our-error',
  DUE_DATE_MISMATCH: 'our-error',
  RECEIVED_TOO_LATE: 'our-error',
  RECEIVER_CPF_CNPJ_MISMATCH: 'our-error',
  EXCEEDED_MAXIMUM_RETRY_ATTEMPTS: 'our-error',
  PAYMENT_ALREADY_SCHEDULED: 'our-error',
  AM09: 'our-error',
  DTED: 'our-error',
  FCD1: 'our-error',
  FCD2: 'our-error',
  SLBD: 'stopped',
  CCLD: 'stopped',
};

/**
 * Returns the reason of a refusal code. An unknown code counts as a failure of the bank, which may
 * be tried again.
 */
export const toRefusalReason = (code: string): RefusalReason => refusals[code] ?? 'bank';
