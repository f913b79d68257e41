/**
 * Device marks by user name. The server returns a mark after a sign-in, and this browser sends it
 * with the next sign-in of the account. A sign-in with a mark is not slowed down while strangers
 * try passwords for the account (Q-LOGINPRESSURE).
 */
import { z } from 'zod';

const KEY = 'ramal.marcas';
const MAX_ACCOUNTS = 20;

const marks = z.record(z.string(), z.string());

/** The prefix keeps the order of the marks, because an object moves names of digits to its start. */
const keyOf = (username: string): string => `@${username.trim().toLowerCase()}`;

export const findDeviceMark = (username: string): string | undefined => stored()[keyOf(username)];

/**
 * Stores the mark of an account. The account with the latest sign-in is last. If there are too many
 * marks, the oldest one is removed.
 */
export function storeDeviceMark(username: string, mark: string): void {
  const all = stored();
  const key = keyOf(username);
  delete all[key];
  all[key] = mark;
  const newest = Object.entries(all).slice(-MAX_ACCOUNTS);
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
