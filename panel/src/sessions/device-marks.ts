/**
 * Device marks by user name. The server returns a mark after a sign-in, and this browser sends it
 * with the next sign-in of the account. A sign-in with a mark is not slowed down while strangers
 * try passwords for the account (Q-LOGINPRESSURE).
 */
import { z } from 'zod';

const KEY = 'ramal.marcas';
const MAX_ACCOUNTS = 20;

/** Pairs of user name and mark, with the latest sign-in last. */
const marks = z.array(z.tuple([z.string(), z.string()]));

const nameOf = (username: string): string => username.trim().toLowerCase();

export const findDeviceMark = (username: string): string | undefined =>
  new Map(stored()).get(nameOf(username));

/** Stores the mark of an account. If there are too many marks, the oldest one is removed. */
export function storeDeviceMark(username: string, mark: string): void {
  const others = stored().filter(([name]) => name !== nameOf(username));
  const newest = [...others, [nameOf(username), mark]].slice(-MAX_ACCOUNTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(newest));
  } catch {
    // Storage is blocked, as in a private window. The next sign-in then counts as a sign-in from a
    // new device.
  }
}

function stored(): z.output<typeof marks> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    // Releases up to 0.17.0 stored an object.
    return marks.parse(Array.isArray(value) ? value : Object.entries(value ?? {}));
  } catch {
    return [];
  }
}
