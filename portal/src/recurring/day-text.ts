/** Formats days without a time, which the server sends as yyyy-mm-dd. */

import { formatDay } from '../format.ts';

const months = [
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

const parts = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-');
  return { year, month, date };
};

/** «19/12/2026» */
export function formatDate(day: string): string {
  const { year, month, date } = parts(day);
  return `${date}/${month}/${year}`;
}

/** «19/12» */
export const formatDayMonth = (day: string): string => formatDate(day).slice(0, 5);

/** «entre 9 e 17 de dezembro», «entre 28 de novembro e 6 de dezembro» */
export function formatPeriod(from: string, until: string): string {
  const [first, last] = [parts(from), parts(until)];
  const monthName = ({ month }: typeof first) => months[Number(month) - 1]!;
  const begin = `${Number(first.date)}${first.month === last.month ? '' : ` de ${monthName(first)}`}`;
  return `entre ${begin} e ${Number(last.date)} de ${monthName(last)}`;
}

const DAY_MS = 86_400_000;

/**
 * Names a day as the customer would: «hoje», «ontem», «amanhã», otherwise «19/12». `at` is compared
 * in the time zone of the installation.
 */
export function dayWord(day: string, at: Date): string {
  const [date, month, year] = formatDay(at.getTime() / 1000).split('/');
  const days = Math.round(
    (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${year}-${month}-${date}T00:00:00Z`)) / DAY_MS,
  );
  if (days === 0) return 'hoje';
  if (days === -1) return 'ontem';
  return days === 1 ? 'amanhã' : formatDayMonth(day);
}

/** Returns the day that is a number of days later, as yyyy-mm-dd. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
