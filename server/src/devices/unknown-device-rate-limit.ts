/**
 * What asking with MACs that are not one's own costs. A MAC is six bytes, half of them its maker's, so
 * whoever guesses walks through a block: guesses count against the network they come from, against the
 * MAC (its id may be short) and against the block, wherever they come from. An app that asks the same all
 * day is no guesser and counts once in a while. Who sends the id of its device never comes here.
 */
import { digest } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { networkOf } from '../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../foundation/rate-limiter.ts';

export interface UnknownDevice {
  readonly address: string;
  readonly app: string;
  readonly mac: string;
  readonly idDevice: string | undefined;
}

/** Counts one guess; refuses when there were too many. */
export type CountUnknownDevice = (guess: UnknownDevice) => Promise<void>;

/** «A0:B1:C2» */
const BLOCK_LENGTH = 8;

export function createUnknownDeviceRateLimit(ctx: AppContext): CountUnknownDevice {
  const byNetwork = createRateLimiter(ctx, 'device-network');
  const byMac = createRateLimiter(ctx, 'device-mac');
  const byBlock = createRateLimiter(ctx, 'device-block');
  const counted = createRateLimiter(ctx, 'device-counted');
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
