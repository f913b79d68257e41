/**
 * Outcome of a charge for the customer. The reason of the charge is a text for the seller, so
 * customers see only the kind.
 */
import type { ChargeOutcome } from '@ramal/contract/portal/portal';
import type { Charge } from '../payments/payments.ts';

/** Patterns of the reasons of failed payments; portal.test.ts covers each. */
const kinds: readonly (readonly [RegExp, ChargeOutcome])[] = [
  [/não confere com o pedido/, 'mismatched'],
  [/expirou/i, 'expired'],
  [/^Cancelado/, 'cancelled'],
  [/^(Estornado|Contestado)/, 'refunded'],
];

/**
 * Returns the outcome; null if there is nothing to show. While a charge can still be paid, only
 * `refused` and `mismatched` are shown.
 */
export function toChargeOutcome({
  state,
  reason,
}: Pick<Charge, 'state' | 'reason'>): ChargeOutcome | null {
  if (state === 'reversed') return 'refunded';
  if (state === 'cancelled') return reason === null ? 'cancelled' : kindOf(reason);
  if (state !== 'pending' || reason === null) return null;
  const kind = kindOf(reason);
  return kind === 'refused' || kind === 'mismatched' ? kind : null;
}

const kindOf = (reason: string): ChargeOutcome =>
  kinds.find(([pattern]) => pattern.test(reason))?.[1] ?? 'refused';
