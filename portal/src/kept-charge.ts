/** The payment that was begun here last: who comes back from the bank's app, which reloads the page, finds it. */
import type { Charge } from './api.ts';

const KEPT = 'ramal-portal-charge';

/** Undefined forgets it. */
export function keepCharge(key: string | undefined, charge: Charge | undefined): void {
  if (charge) localStorage.setItem(KEPT, JSON.stringify({ key, charge }));
  else localStorage.removeItem(KEPT);
}

/** Of this customer, while it can still be paid. */
export function keptCharge(key: string | undefined): Charge | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '') as { key: string; charge: Charge };
    const isOpen = kept.charge.state === 'pending' && kept.charge.expires_at * 1000 > Date.now();
    return kept.key === key && isOpen ? kept.charge : undefined;
  } catch {
    return undefined;
  }
}
