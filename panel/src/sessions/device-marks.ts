/**
 * The marks that this browser got with its sign-ins, by user name. Sent with the next sign-in, a mark
 * keeps strangers who try passwords for the account from holding this person up (Q-LOGINPRESSURE).
 */
import { z } from 'zod';

const KEY = 'ramal.marcas';
const MAX_ACCOUNTS = 20;

const marks = z.record(z.string(), z.string());

const nameOf = (username: string): string => username.trim().toLowerCase();

export const deviceMarkOf = (username: string): string | undefined => stored()[nameOf(username)];

/**
 * The account that signed in last is stored last. The oldest mark is removed when there are too
 * many.
 */
export function keepDeviceMark(username: string, mark: string): void {
  const { [nameOf(username)]: _replaced, ...others } = stored();
  const newest = [...Object.entries(others), [nameOf(username), mark]].slice(-MAX_ACCOUNTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Storage withheld (private window): the next sign-in counts as a new device's.
  }
}

function stored(): Record<string, string> {
  try {
    return marks.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}
