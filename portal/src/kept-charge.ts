/** The payment that was begun here last: who comes back from the bank's app, which reloads the page, finds it. */
import type { Charge } from './api.ts';
import { now } from './clock.ts';

/** So long after its end a payment may still be confirmed. */
const LATE_MS = 10 * 60_000;
const KEPT = 'ramal-portal-charge';

/** Undefined forgets it. */
export function keepCharge(key: string | undefined, charge: Charge | undefined): void {
  if (charge) localStorage.setItem(KEPT, JSON.stringify({ key, charge }));
  else localStorage.removeItem(KEPT);
}

/** Of this customer, while it can still be paid or confirmed. */
export function keptCharge(key: string | undefined): Charge | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '') as { key: string; charge: Charge };
    const { state, expires_at: end } = kept.charge;
    const isOpen = state === 'pending' && end * 1000 + LATE_MS > now().getTime();
    return kept.key === key && isOpen ? kept.charge : undefined;
  } catch {
    return undefined;
  }
}
