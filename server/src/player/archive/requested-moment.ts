/** Reads the start and the duration of an archive URL, in every form that players send. */
import { parseLocalSecond } from '../../foundation/clock.ts';

const TEXT =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[-:_T +]*(\d{2})(?:[-:_.]?(\d{2})(?:[-:_.]?(\d{2})(?:\.\d{1,9})?)?)?)?\s*(Z|[+ -]\d{2}:?\d{2})?$/i;

/**
 * Returns the start, or undefined if the text is no time. Numbers are Unix seconds or milliseconds.
 * A text without an offset is a local time in the zone that `server_info` announces.
 */
export function parseArchiveStart(text: string, announcedZone: string): Date | undefined {
  const plain = decoded(text).trim();
  if (/^\d{10}$/.test(plain)) return new Date(Number(plain) * 1000);
  if (/^\d{13}$/.test(plain)) return new Date(Number(plain));
  const match = TEXT.exec(plain);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const asUtc = new Date(`${local}Z`);
  // A date such as February 30 is rolled over by Date, so it is compared with its text.
  if (Number.isNaN(+asUtc) || asUtc.toISOString().slice(0, 19) !== local) return undefined;
  if (offset === undefined) return parseLocalSecond(local, announcedZone);
  return new Date(+asUtc - offsetMinutes(offset) * 60_000);
}

/**
 * Parses an offset from UTC to minutes. Without a minus sign the offset is positive, because the
 * plus sign of a query string arrives as a blank.
 */
function offsetMinutes(offset: string): number {
  if (/^z$/i.test(offset)) return 0;
  const [, hours = 0, minutes = 0] = /(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return (offset.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Decodes the text again, because some players encode the time twice. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const USUAL_MINUTES = 120;
const MAX_MINUTES = 480;

/**
 * Parses a duration in minutes. A missing or invalid duration counts as two hours, and a long one
 * is limited.
 */
export function parseArchiveMinutes(text: string): number {
  const minutes = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  return minutes === 0 ? USUAL_MINUTES : Math.min(minutes, MAX_MINUTES);
}
