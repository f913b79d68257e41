import { FIRST_LOG_YEAR } from '@ramal/contract/logs';
import { formatDate } from '../foundation/dates.ts';

export const monthNames = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const;

export const monthName = (month: number): string => monthNames[month - 1] ?? '';

/** Returns the month and year in the panel's time zone. */
export function dateParts(now: Date): { readonly month: number; readonly year: number } {
  const [, month, year] = formatDate(now).split('/').map(Number);
  return { month: month!, year: year! };
}

const MIN_LAST_YEAR = 2025;

/** Returns the years from the current one back to the first year of the log (Q-LOGYEARS). */
export function logYears(now: Date): number[] {
  const last = Math.max(MIN_LAST_YEAR, dateParts(now).year);
  return Array.from({ length: last - FIRST_LOG_YEAR + 1 }, (_, back) => last - back);
}
