/**
 * Due day of a migrated line in the installation's time zone. The user types dd/mm/yyyy, and the
 * request contains yyyy-mm-dd (V-36, V-38).
 */
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import { MIGRATION_DAYS, daysBetween } from '@ramal/contract/rules/terms';
import { formatDate } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { readDay } from '../../foundation/typed-day.ts';

const HALF_A_DAY_MS = 12 * HOUR_MS;

const isoDay = (at: Date): string => formatDate(at).split('/').reverse().join('-');

/** Returns the day that is `days` after today, as dd/mm/yyyy. */
export function dayFromToday(days: number, now: Date): string {
  const noon = Date.parse(isoDay(now)) + HALF_A_DAY_MS;
  const iso = new Date(noon + days * DAY_MS).toISOString().slice(0, 10);
  return iso.split('-').reverse().join('/');
}

export interface DueDay {
  /** yyyy-mm-dd, the format of the request. */
  readonly iso: string;
  /** Number of whole days from today, from 0 to one year. */
  readonly days: number;
}

/** Returns the day in the format of the request, or the error text for the field. */
export function readDueDay(typed: string, now: Date): DueDay | { readonly error: string } {
  const iso = readDay(typed);
  if (!iso) return { error: 'Data de vencimento inválida' };
  const days = daysBetween(isoDay(now), iso);
  if (days < 0) return { error: 'Escolha um dia de hoje em diante.' };
  if (days > MIGRATION_DAYS) return { error: `Escolha um dia em até ${MIGRATION_DAYS} dias.` };
  return { iso, days };
}

/** Returns «30 dias», or «só hoje» for a line that ends today. */
export const daysInWords = (days: number): string =>
  days === 0 ? 'só hoje' : pluralize(days, 'dia', 'dias');
