/**
 * Stores the last payment that was started in this browser. Returning from the bank's app may
 * reload the page, and the customer must find the payment again.
 */
import type { Charge } from '../api.ts';
import { now } from '../clock.ts';

/** Period after the expiry of a charge in which the payment may still be confirmed. */
const LATE_MS = 10 * 60_000;
const KEPT = 'ramal-portal-charge';

/** Stores the charge, without the data of its payer. Undefined removes it. */
export function storeCharge(key: string | undefined, charge: Charge | undefined): void {
  if (!charge) return localStorage.removeItem(KEPT);
  const { authorization } = charge;
  const stored = authorization
    ? { ...charge, authorization: { ...authorization, payerName: '', cpf: '' } }
    : charge;
  localStorage.setItem(KEPT, JSON.stringify({ key, charge: stored }));
}

/** Returns the stored charge of this customer while it can still be paid or confirmed. */
export function readStoredCharge(key: string | undefined): Charge | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(KEPT) ?? '') as { key: string; charge: Charge };
    const { state, expiresAt: end } = stored.charge;
    const isOpen = state === 'pending' && end * 1000 + LATE_MS > now().getTime();
    return stored.key === key && isOpen ? stored.charge : undefined;
  } catch {
    return undefined;
  }
}
