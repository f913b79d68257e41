/** What became of a charge, by its kind: the reason beside it is written for the seller, sometimes by the seller. */
import type { ChargeOutcome } from '@ramal/contract/portal/portal';
import type { Charge } from '../payments/payments.ts';

/** How the reasons of payments that did not happen begin or what they say; portal.test.ts goes by each road. */
const kinds: readonly (readonly [RegExp, ChargeOutcome])[] = [
  [/não confere com o pedido/, 'mismatched'],
  [/expirou/i, 'expired'],
  [/^Cancelado/, 'cancelled'],
  [/^(Estornado|Contestado)/, 'refunded'],
];

/** Null where there is nothing to say. One that can still be paid is at most refused once, or mismatched. */
export function outcomeOf({
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
