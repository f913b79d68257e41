/**
 * Limits guesses of MACs. Three of the six bytes of a MAC identify its manufacturer, so an attacker
 * need only guess the others. Guesses count against their network, and against the manufacturer's
 * block from any network. They also count against the MAC, because short device ids can be guessed.
 * An app that repeats the same request all day counts only once per period. A device that sends the
 * stored id never counts.
 */
import { digest } from '../../foundation/digest.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';

interface UnknownDevice {
  readonly address: string;
  readonly app: string;
  readonly mac: string;
  readonly idDevice: string | undefined;
}

/** Counts one guess. Refuses the request if there were too many guesses. */
type CountUnknownDevice = (guess: UnknownDevice) => Promise<void>;

/** Length of the manufacturer's part, such as «A0:B1:C2». */
const BLOCK_LENGTH = 8;

export function createUnknownDeviceRateLimit(ctx: AppContext): CountUnknownDevice {
  const byNetwork = createRateLimiter(ctx, 'device-network');
  const byMac = createRateLimiter(ctx, 'device-mac');
  const byBlock = createRateLimiter(ctx, 'device-block');
  const byBoxBlock = createRateLimiter(ctx, 'box-block');
  const counted = createRateLimiter(ctx, 'device-counted');
  return async ({ address, app, mac, idDevice }) => {
    const network = toNetwork(address);
    const same = digest(network, app, mac, idDevice ?? '');
    if (await counted.get(same)) return;
    await consume(byNetwork, network);
    await consume(byMac, mac);
    await consume(app === 'box' ? byBoxBlock : byBlock, mac.slice(0, BLOCK_LENGTH));
    // The guess is marked as counted only after all limits have counted it. Its repetitions are not
    // counted.
    await counted.penalty(same);
  };
}
