import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
/** Formats dates for the panel, in the time zone of the installation instead of the browser's. */
export let panelTimeZone = 'America/Sao_Paulo';

/**
 * Sets the time zone that the server sends with the profile, once for the whole panel
 * (RAMAL_TIMEZONE).
 */
export function setPanelTimeZone(zone: string): void {
  panelTimeZone = zone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

interface Parts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
}

function partsOf(at: Date, zone: string): Parts {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('pt-BR', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  const parts: Record<string, string> = {};
  for (const part of format.formatToParts(at)) parts[part.type] = part.value;
  const {
    year = '',
    month = '',
    day: dayOfMonth = '',
    hour: hourOfDay = '',
    minute: minuteOfHour = '',
  } = parts;
  return { year, month, day: dayOfMonth, hour: hourOfDay, minute: minuteOfHour };
}

/** Formats a date: `20/12/2026`. */
export function formatDate(at: Date, zone = panelTimeZone): string {
  const parts = partsOf(at, zone);
  return `${parts.day}/${parts.month}/${parts.year}`;
}

/** Formats a time: `14:32`. */
export function formatTime(at: Date, zone = panelTimeZone): string {
  const parts = partsOf(at, zone);
  return `${parts.hour}:${parts.minute}`;
}

/** Formats a date and time: `20/12/2026 14:32`. */
export function formatDateTime(at: Date, zone = panelTimeZone): string {
  return `${formatDate(at, zone)} ${formatTime(at, zone)}`;
}

/** Formats a day and month: `20/12`. */
export function formatDayMonth(at: Date, zone = panelTimeZone): string {
  const parts = partsOf(at, zone);
  return `${parts.day}/${parts.month}`;
}

/**
 * Counts the whole days from `now` to `at` on the calendar of the zone; negative if `at` is in the
 * past.
 */
export function calendarDays(at: Date, now: Date, zone = panelTimeZone): number {
  const midnight = (date: Date) => {
    const parts = partsOf(date, zone);
    return Date.UTC(Number(parts.year), Number(parts.month) - 1, Number(parts.day));
  };
  return Math.round((midnight(at) - midnight(now)) / DAY_MS);
}

/**
 * Describes how far a date is from now: `em 20 min`, `em 4 h`, `hoje`, `amanhã`, `em 3 dias`, `há
 * 10 min`, `há 2 h`, `ontem`, `há 2 dias`. Hours are used if fewer than six remain, or if the time
 * has passed today. In all other cases the day is more useful.
 */
export function relativeWord(at: Date, now: Date, zone = panelTimeZone): string {
  const ahead = at.getTime() - now.getTime();
  const days = calendarDays(at, now, zone);
  if (ahead >= 0) {
    if (ahead < MINUTE_MS) return 'agora';
    if (ahead < HOUR_MS) return `em ${Math.floor(ahead / MINUTE_MS)} min`;
    if (ahead < 6 * HOUR_MS) return `em ${Math.floor(ahead / HOUR_MS)} h`;
    if (days === 0) return 'hoje';
    if (days === 1) return 'amanhã';
    return `em ${days} dias`;
  }
  const past = -ahead;
  if (past < MINUTE_MS) return 'agora';
  if (past < HOUR_MS) return `há ${Math.floor(past / MINUTE_MS)} min`;
  if (days === 0) return `há ${Math.floor(past / HOUR_MS)} h`;
  if (days === -1) return 'ontem';
  return `há ${-days} dias`;
}

/**
 * Returns the day that is `days` after today in the panel's zone, as yyyy-mm-dd for date fields.
 */
export function dayFromNow(days: number, now = new Date(), zone = panelTimeZone): string {
  const [day, month, year] = formatDate(now, zone).split('/').map(Number);
  return new Date(Date.UTC(year!, month! - 1, day! + days)).toISOString().slice(0, 10);
}

/** Formats 2026-12-31 as 31/12/2026; returns other text unchanged. */
export const dayInWords = (day: string): string =>
  day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
