/** A day as people type it, dd/mm/yyyy, and as it is sent, yyyy-mm-dd; an hour as both, hh:mm. */

/** Typed digits with the slashes between them; a separator after one figure ends its part, as in `1/1/2027`. */
export function formatTypedDay(typed: string): string {
  if (isIsoDay(typed)) return writtenDay(typed);
  const ended = typed
    .replace(/^(\d)\D(?=$|\d{1,2}\D\d{4}$)/, '0$1/')
    .replace(/^(\d\d)\D(\d)\D(?=$|\d{4}$)/, '$1/0$2/');
  const digits = ended.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

/** yyyy-mm-dd; undefined unless it is a whole date of the calendar. */
export function readDay(typed: string): string | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(typed) ?? [];
  if (!day || !month || !year) return undefined;
  const iso = `${year}-${month}-${day}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === iso ? iso : undefined;
}

/** Whether it is a whole day as it is sent. */
export const isIsoDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day);

/** dd/mm/yyyy; what is only half typed stays as it is. */
export const writtenDay = (day: string): string =>
  isIsoDay(day) ? day.split('-').reverse().join('/') : day;

/** Digits with their colon: `2330` is `23:30`. */
export function typedTime(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;
}
