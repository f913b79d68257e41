/** Calculates how much each wrong attempt adds to the score of its network. */
import type { IpBlockReason } from '@ramal/contract/operations/blocklist';
import type { Tx } from '../foundation/database.ts';
import { digest } from '../foundation/digest.ts';
import { addPoints } from '../foundation/limits/add-points.ts';
import { rateLimits } from '../foundation/limits/rate-limits.ts';
import { ONE_PASSWORD_WEIGHT, PANEL_WEIGHT, type TrySource } from './blocklist-rules.ts';
import type { SignInTry } from './refused-tries.ts';

export interface WrongTry {
  readonly attempt: SignInTry;
  readonly source: TrySource;
  readonly at: Date;
  readonly network: string;
}

export interface WeighedTry {
  readonly network: string;
  readonly weight: number;
  readonly reason: IpBlockReason;
}

/**
 * Weighs attempts. In the player, a password that was tried with many names counts more. A repeated
 * pair counts nothing for a day.
 */
export async function weighTries(tx: Tx, tries: readonly WrongTry[]): Promise<WeighedTry[]> {
  const fresh = new Set(await findFresh(tx, tries));
  const namesOfPassword = await countNames(
    tx,
    [...fresh].filter(({ source }) => source === 'player'),
  );
  return tries.map((entry) => {
    const { network, source } = entry;
    if (!fresh.has(entry)) return { network, weight: 0, reason: 'pairs' };
    if (source === 'panel') return { network, weight: PANEL_WEIGHT, reason: 'panel' };
    return namesOfPassword.get(entry)! > rateLimits['blocklist-password'].points
      ? { network, weight: ONE_PASSWORD_WEIGHT, reason: 'one-password' }
      : { network, weight: 1, reason: 'pairs' };
  });
}

/** Returns the first attempt of each pair that is new to its network. */
async function findFresh(tx: Tx, tries: readonly WrongTry[]): Promise<WrongTry[]> {
  const firsts = new Map<string, WrongTry>();
  for (const entry of tries) {
    const { username, password } = entry.attempt;
    const key = digest(entry.network, username, password);
    if (!firsts.has(key)) firsts.set(key, entry);
  }
  if (firsts.size === 0) return [];
  const counts = await addPoints(tx, 'blocklist-pair', [...firsts.keys()]);
  return [...firsts].flatMap(([key, entry]) =>
    counts.get(key)!.consumedPoints === rateLimits['blocklist-pair'].points ? [entry] : [],
  );
}

/**
 * Returns, for each attempt, the number of different names that its network has tried with this
 * password.
 */
async function countNames(tx: Tx, tries: readonly WrongTry[]): Promise<Map<WrongTry, number>> {
  if (tries.length === 0) return new Map();
  const byPassword = Map.groupBy(tries, (counted) =>
    digest(counted.network, counted.attempt.password),
  );
  const keys = [...byPassword].flatMap(([key, same]) => same.map(() => key));
  const counts = await addPoints(tx, 'blocklist-password', keys);
  return new Map(
    [...byPassword].flatMap(([key, same]) => {
      const earlier = counts.get(key)!.consumedPoints - same.length;
      return same.map((counted, index) => [counted, earlier + index + 1] as const);
    }),
  );
}
