/** Reads a due day as people write it. A line ends at 23:59 of its day, so a time of day is ignored. */

import { localDay } from '../../foundation/clock.ts';

/**
 * yyyy-mm-dd of 20/12/2026, 20-12-26 or 2026-12-20, each with a time or without; else undefined. With
 * a zone also of unix seconds, as panels export them: the day in that zone.
 */
export function readDueDay(written: string, timeZone?: string): string | undefined {
  const text = written.trim();
  if (timeZone && /^\d{10}$/.test(text)) return localDay(new Date(Number(text) * 1000), timeZone);
  const [, day, month, year] = BRAZILIAN.exec(text) ?? [];
  if (day && month && year) return existing(year, month, day);
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? [];
  return isoYear && isoMonth && isoDay ? existing(isoYear, isoMonth, isoDay) : undefined;
}

const TIME = String.raw`(?:[T ,]+\d{1,2}[:h]\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const BRAZILIAN = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})${TIME}$`);
const ISO = new RegExp(String.raw`^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})${TIME}$`);

function existing(year: string, month: string, day: string): string | undefined {
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined;
}
