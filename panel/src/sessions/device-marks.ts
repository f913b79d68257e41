/**
 * Marks that this browser received with its sign-ins, by user name. A mark is sent with the next
 * sign-in. The sign-in is then not slowed down by strangers who try passwords for the account
 * (Q-LOGINPRESSURE).
 */
import { z } from 'zod';

const KEY = 'ramal.marcas';
const MAX_ACCOUNTS = 20;

const marks = z.record(z.string(), z.string());

const nameOf = (username: string): string => username.trim().toLowerCase();

export const findDeviceMark = (username: string): string | undefined => stored()[nameOf(username)];

/**
 * Stores the account with the latest sign-in last. If there are too many marks, the oldest one is
 * removed.
 */
export function storeDeviceMark(username: string, mark: string): void {
  const { [nameOf(username)]: _replaced, ...others } = stored();
  const newest = [...Object.entries(others), [nameOf(username), mark]].slice(-MAX_ACCOUNTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Storage is blocked (private window): the next sign-in counts as one from a new device.
  }
}

function stored(): Record<string, string> {
  try {
    return marks.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}
