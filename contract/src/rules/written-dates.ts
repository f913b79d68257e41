/**
 * Parses a date as people, spreadsheets and panels write it. Customer files, migrators and dumps
 * use the same parser, so that a date has the same meaning in all imports (Q-IMPORTDATES).
 */
import { DAY_MS } from './durations.ts';

/** Order of day and month in numeric dates. */
export const dayOrders = ['dmy', 'mdy'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** Calendar day with or without a time, or an instant in seconds since 1970. */
type WrittenDate =
  | { readonly day: string; readonly time: string | undefined }
  | { readonly seconds: number };

const TIME = String.raw`(?:[T,\s]+(?:[aà]s?\s+|[-–]\s*)?(?<hour>\d{1,2})\s?(?::|h)\s?(?<minute>\d{2})(?::(?<second>\d{2}))?(?:[.,]\d+)?\s*(?<half>[ap]\.?m\.?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?)?`;
const form = (day: string): RegExp => new RegExp(`^${day}${TIME}$`, 'iu');

const NUMBERS = form(String.raw`(?<first>\d{1,2})[/.-](?<next>\d{1,2})[/.-](?<year>\d{4}|\d{2})`);
const ISO = form(String.raw`(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})`);
/** Dates such as 19-dez-26, 19/dez/2026, 19 de dezembro de 2026. */
const DAY_FIRST = form(
  String.raw`(?<day>\d{1,2})[ºo]?(?:\s+de\s+|[\s/.-]+)(?<name>\p{L}{3,10})\.?(?:\s+de\s+|[\s/.,-]+)(?<year>\d{4}|\d{2})`,
);
/** Dates such as Dec 19, 2026. */
const MONTH_FIRST = form(
  String.raw`(?<name>\p{L}{3,10})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
);
const WEEKDAY =
  /^(?:(?:segunda|ter[cç]a|quarta|quinta|sexta)(?:-feira)?|s[aá]bado|domingo|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)\.?,?\s+/iu;

const SECONDS = /^\d{10}(?:\.0+)?$/;
const MILLISECONDS = /^\d{13}(?:\.0+)?$/;

/**
 * Days since 30/12/1899, which is the date format of spreadsheets. The pattern accepts 1982 to
 * 2118.
 */
const SERIAL = /^[3-7]\d{4}(?:[.,]\d+)?$/;
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30);

const MONTHS = [
  ['jan', 'january'],
  ['fev', 'feb', 'february'],
  ['mar', 'march'],
  ['abr', 'apr', 'april'],
  ['mai', 'may'],
  ['jun', 'june'],
  ['jul', 'july'],
  ['ago', 'aug', 'august'],
  ['set', 'sep', 'sept', 'september'],
  ['out', 'oct', 'october'],
  ['nov', 'november'],
  ['dez', 'dec', 'december'],
] as const;
const PORTUGUESE = [
  'janeiro',
  'fevereiro',
  'marco',
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
const monthOf = new Map<string, number>(
  MONTHS.flatMap((names, at) => [...names, PORTUGUESE[at]!].map((name) => [name, at + 1] as const)),
);

/** Returns undefined if the text is not a date, or has no year. */
export function readWrittenDate(written: string, order: DayOrder): WrittenDate | undefined {
  const text = written.trim().replace(WEEKDAY, '');
  if (SECONDS.test(text)) return { seconds: Math.trunc(Number(text)) };
  if (MILLISECONDS.test(text)) return { seconds: Math.floor(Number(text) / 1000) };
  if (SERIAL.test(text)) return { day: dayOfSerial(text), time: undefined };
  const numbers = NUMBERS.exec(text)?.groups;
  if (numbers) {
    const { first, next } = numbers;
    const [day, month] = order === 'dmy' ? [first, next] : [next, first];
    return existing(numbers, month, day);
  }
  const iso = ISO.exec(text)?.groups;
  if (iso) return existing(iso, iso.month, iso.day);
  const named = (DAY_FIRST.exec(text) ?? MONTH_FIRST.exec(text))?.groups;
  const month = named && monthOf.get(fold(named.name!));
  return named && month ? existing(named, String(month), named.day) : undefined;
}

const fold = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const dayOfSerial = (text: string): string =>
  new Date(SERIAL_EPOCH_MS + Math.floor(Number(text.replace(',', '.'))) * DAY_MS)
    .toISOString()
    .slice(0, 10);

type Groups = Readonly<Record<string, string | undefined>>;

/** Returns undefined for a date or time that does not exist, such as 31 February or 25:00. */
function existing(groups: Groups, month = '', day = ''): WrittenDate | undefined {
  const iso = `${groups.year!.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(iso)) return undefined;
  if (groups.hour === undefined) return { day: iso, time: undefined };
  const time = timeOf(groups);
  return time === undefined ? undefined : { day: iso, time };
}

const HALF_A_DAY_HOURS = 12;

function timeOf({ hour, minute = '00', second = '00', half }: Groups): string | undefined {
  const typed = Number(hour);
  if (half && (typed < 1 || typed > HALF_A_DAY_HOURS)) return undefined;
  const isAfternoon = half?.toLowerCase().startsWith('p') ?? false;
  const hours = half ? (typed % HALF_A_DAY_HOURS) + (isAfternoon ? HALF_A_DAY_HOURS : 0) : typed;
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`;
}

/** True if the text is a valid date in both orders, but not the same day. */
export function dependsOnOrder(written: string): boolean {
  const [dmy, mdy] = dayOrders.map((order) => readWrittenDate(written, order));
  if (!dmy || !mdy || !('day' in dmy) || !('day' in mdy)) return false;
  return dmy.day !== mdy.day;
}

/**
 * Returns the order of a column from all its rows. `undecided` means that both orders fit all rows,
 * or that rows contradict each other. Undefined if no date depends on the order.
 */
export function detectDayOrder(values: Iterable<string>): DayOrder | 'undecided' | undefined {
  const fits = { dmy: 0, mdy: 0, both: 0 };
  for (const value of values) {
    if (!NUMBERS.test(value.trim().replace(WEEKDAY, ''))) continue;
    const [isDmy, isMdy] = dayOrders.map((order) => readWrittenDate(value, order) !== undefined);
    if (isDmy && isMdy) fits.both += dependsOnOrder(value) ? 1 : 0;
    else if (isDmy) fits.dmy += 1;
    else if (isMdy) fits.mdy += 1;
  }
  if (fits.dmy > 0 && fits.mdy > 0) return 'undecided';
  if (fits.dmy > 0) return 'dmy';
  if (fits.mdy > 0) return 'mdy';
  return fits.both > 0 ? 'undecided' : undefined;
}
