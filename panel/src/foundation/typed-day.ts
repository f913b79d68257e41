/**
 * Converts a day between dd/mm/yyyy, as people type it, and yyyy-mm-dd, as calls send it. A time is
 * hh:mm in both.
 */

/**
 * Adds slashes to typed digits. If the user types a separator after a single digit, the part is
 * complete, as in `1/1/2027`.
 */
export function formatTypedDay(typed: string): string {
  if (isIsoDay(typed)) return writtenDay(typed);
  const ended = typed
    .replace(/^(\d)\D(?=$|\d{1,2}\D\d{4}$)/, '0$1/')
    .replace(/^(\d\d)\D(\d)\D(?=$|\d{4}$)/, '$1/0$2/');
  const digits = ended.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

/** Returns yyyy-mm-dd, or undefined if the text is not a complete and valid date. */
export function readDay(typed: string): string | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(typed) ?? [];
  if (!day || !month || !year) return undefined;
  const iso = `${year}-${month}-${day}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === iso ? iso : undefined;
}

/** True if the text is a complete day in the format of calls, yyyy-mm-dd. */
export const isIsoDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day);

/** Converts a day to dd/mm/yyyy. Incomplete text is returned unchanged. */
export const writtenDay = (day: string): string =>
  isIsoDay(day) ? day.split('-').reverse().join('/') : day;

/** Adds the colon to typed digits: `2330` becomes `23:30`. */
export function typedTime(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;
}
