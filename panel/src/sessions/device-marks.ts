/**
 * Device marks by user name. The server returns a mark after a sign-in, and this browser sends it
 * with the next sign-in of the account. A sign-in with a mark is not slowed down while strangers
 * try passwords for the account (Q-LOGINPRESSURE).
 */
import { z } from 'zod';

const KEY = 'ramal.marcas';
const MAX_ACCOUNTS = 20;

const marks = z.record(z.string(), z.string());

const nameOf = (username: string): string => username.trim().toLowerCase();

export const findDeviceMark = (username: string): string | undefined => stored()[nameOf(username)];

/**
 * Stores the mark of an account. The account with the latest sign-in is last. If there are too many
 * marks, the oldest one is removed.
 */
export function storeDeviceMark(username: string, mark: string): void {
  const { [nameOf(username)]: _replaced, ...others } = stored();
  const newest = [...Object.entries(others), [nameOf(username), mark]].slice(-MAX_ACCOUNTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Storage is blocked, as in a private window. The next sign-in then counts as a sign-in from a
    // new device.
  }
}

function stored(): Record<string, string> {
  try {
    return marks.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}
