/**
 * What asking with MACs that are not one's own costs. A MAC is six bytes, half of them its maker's, so
 * whoever guesses walks through a block: guesses count against the network they come from, against the
 * MAC (its id may be short) and against the block, wherever they come from. An app that asks the same all
 * day is no guesser and counts once in a while. Who sends the id of its device never comes here.
 */
import { digest } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { networkOf } from '../foundation/http/request-meta.ts';
import { consume, rateLimiter } from '../foundation/rate-limits.ts';

export interface UnknownDevice {
  readonly address: string;
  readonly app: string;
  readonly mac: string;
  readonly idDevice: string | undefined;
}

/** Counts one guess; refuses when there were too many. */
export type CountUnknownDevice = (guess: UnknownDevice) => Promise<void>;

/** Behind one address of a phone network sit many customers; each asks with one MAC. */
export const UNKNOWN_PER_NETWORK = 30;
const NETWORK_SECONDS = 600;
export const UNKNOWN_PER_MAC = 10;
/** Sixteen million MACs at this rate take three years. */
export const UNKNOWN_PER_BLOCK = 600;
const HOUR_SECONDS = 3600;
const SAME_SECONDS = 600;

/** «A0:B1:C2» */
const BLOCK_LENGTH = 8;

export function createUnknownDeviceRateLimit(ctx: AppContext): CountUnknownDevice {
  const limiter = (name: string, points: number, seconds: number) =>
    rateLimiter(ctx, { name: `device-${name}`, points, seconds });
  const byNetwork = limiter('network', UNKNOWN_PER_NETWORK, NETWORK_SECONDS);
  const byMac = limiter('mac', UNKNOWN_PER_MAC, HOUR_SECONDS);
  const byBlock = limiter('block', UNKNOWN_PER_BLOCK, HOUR_SECONDS);
  const counted = limiter('counted', 1, SAME_SECONDS);
  return async ({ address, app, mac, idDevice }) => {
    const network = networkOf(address);
    const same = digest(network, app, mac, idDevice ?? '');
    if (await counted.get(same)) return;
    await consume(byNetwork, network);
    await consume(byMac, mac);
    await consume(byBlock, mac.slice(0, BLOCK_LENGTH));
    // Only what was counted in full is free from now on.
    await counted.penalty(same);
  };
}
