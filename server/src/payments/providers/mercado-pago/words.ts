/**
 * Maps the provider's states to those of the interface. Unknown states are pending, so they never
 * count as money.
 */
import type { PaymentReading } from '../port.ts';

type State = PaymentReading['state'];

const states: Readonly<Record<string, State>> = {
  // States of Payments
  approved: 'approved',
  authorized: 'pending',
  pending: 'pending',
  in_process: 'pending',
  rejected: 'cancelled',
  cancelled: 'cancelled',
  refunded: 'reversed',
  charged_back: 'reversed',
  // States of Orders
  created: 'pending',
  processing: 'pending',
  action_required: 'pending',
  processed: 'approved',
  failed: 'cancelled',
  expired: 'cancelled',
  canceled: 'cancelled',
};

/**
 * Details of chargebacks after which the seller keeps the money or received it again. After any
 * other chargeback the money is lost.
 */
const keptChargebacks = new Set(['in_process', 'reimbursed']);

export const toPaymentState = (status: unknown, detail: unknown): State =>
  status === 'charged_back' && keptChargebacks.has(String(detail))
    ? 'approved'
    : (states[String(status)] ?? 'pending');

/** True while the bank examines the payment (Q-DISPUTE). */
export const isDisputed = (status: unknown, detail: unknown): boolean =>
  status === 'in_mediation' ||
  detail === 'in_mediation' ||
  (status === 'charged_back' && detail === 'in_process');

/** Other known states, which each adapter handles itself. */
const otherWords = new Set(['in_mediation']);

/** Returns a state that the provider's documentation does not contain; null for known states. */
export const unknownIn = (status: unknown): string | null =>
  String(status) in states || otherWords.has(String(status)) ? null : String(status).slice(0, 60);

const reasons: Readonly<Record<string, string>> = {
  expired: 'Pix expirou sem pagamento',
  by_collector: 'Cancelado por quem recebe',
  by_payer: 'Cancelado por quem paga',
  cc_rejected_insufficient_amount: 'Cartão sem limite',
  cc_rejected_bad_filled_card_number: 'Número do cartão errado',
  cc_rejected_bad_filled_date: 'Validade do cartão errada',
  cc_rejected_bad_filled_security_code: 'Código do cartão errado',
  cc_rejected_call_for_authorize: 'O banco pede autorização por telefone',
  cc_rejected_card_disabled: 'Cartão não ativado',
  cc_rejected_duplicated_payment: 'Pagamento repetido',
  cc_rejected_high_risk: 'Recusado por segurança',
};

export function rejectionReason(status: unknown, detail: unknown): string | null {
  const reason = reasons[String(detail)] ?? reasons[String(status)];
  if (reason) return reason;
  if (status === 'rejected' || status === 'failed') return 'Recusado pelo banco';
  if (status === 'refunded') return 'Estornado';
  if (toPaymentState(status, detail) === 'reversed')
    return 'Contestado: o dinheiro voltou para quem pagou';
  if (status === 'canceled' || status === 'cancelled') return 'Cancelado';
  return null;
}

/**
 * Converts 99 or "99.00" to cents. Returns -1 for invalid amounts, because no charge has this
 * amount.
 */
export function toCents(amount: unknown): number {
  const cents = Math.round(Number(amount) * 100);
  return (typeof amount === 'number' || typeof amount === 'string') && Number.isSafeInteger(cents)
    ? cents
    : -1;
}

export const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export const toRecords = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(toRecord) : [];

export const readText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const orNull = (text: string): string | null => text || null;
