import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import { pluralize } from '../foundation/numbers.ts';

/**
 * Returns «Os 24 dias que faltam», «O dia que falta», «As 4 horas que faltam» or, below two hours,
 * «O tempo que falta». `many` is true for a plural. Undefined after the expiry.
 */
export function describeTimeLeft(
  expiresAt: Date,
  now: Date,
): { words: string; many: boolean } | undefined {
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return undefined;
  const days = Math.floor(left / DAY_MS);
  if (days === 1) return { words: 'O dia que falta', many: false };
  if (days > 1) return { words: `Os ${pluralize(days, 'dia', 'dias')} que faltam`, many: true };
  const hours = Math.floor(left / HOUR_MS);
  if (hours <= 1) return { words: 'O tempo que falta', many: false };
  return { words: `As ${pluralize(hours, 'hora', 'horas')} que faltam`, many: true };
}
