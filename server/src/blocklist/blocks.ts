/**
 * Caches the blocked addresses in the memory of each process, so that a check needs no query. After
 * a few seconds, a check starts to read the list again, because another process may have changed
 * it. That check still uses the old list. A check waits for the new list only after a long pause,
 * or after this process unblocked an address.
 */
import type { AppContext } from '../foundation/app-context.ts';
import { createBoundedCache } from '../foundation/bounded-cache.ts';
import { toNetwork } from '../foundation/http/request-meta.ts';
import { type Block, addAttempts, currentBlocks } from './blocklist.sql.ts';
import { type Counting, createCounting } from './count-tries.ts';
import { logDatabaseFailure } from '../foundation/unavailable.ts';
import { oncePer } from '../foundation/shared-runs.ts';

interface Blocklist extends Counting {
  /** Returns the block of an address, or undefined. */
  find(address: string): Promise<Block | undefined>;
  /**
   * Counts a request that was refused because its address is blocked. The panel shows this count.
   */
  countRefused(address: string): void;
  /** Makes the next check read the list again. */
  forget(): void;
  /**
   * Returns the number of blocked addresses and the number of requests that this process has
   * refused since its start.
   */
  measures(): { readonly addresses: number; readonly refused: number };
}

const READ_EVERY_MS = 5_000;
/** Maximum age of the list. A check waits for a new list if it is older. */
const MAX_AGE_MS = 15_000;
/** Size of the memory for the counts, enough for about ten thousand networks. */
const COUNTED_BYTES = 2_200_000;

/** Returns the blocklist of this process. */
export const getBlocklist = oncePer((ctx: AppContext) => ctx, createBlocklist);

function createBlocklist(ctx: AppContext): Blocklist {
  let blocks = new Map<string, Block>();
  /** Blocks that this process added since the last read began. The read may have missed them. */
  let added: [string, Block][] = [];
  let readAt = -Infinity;
  let running: Promise<void> | undefined;
  let refused = 0;
  const toCount = createBoundedCache<number>({ name: 'blocklist-counts', maxBytes: COUNTED_BYTES });

  async function read(): Promise<void> {
    added = [];
    const counted = new Map(toCount.entries());
    toCount.clear();
    if (counted.size > 0) await ctx.db.tx((tx) => tx.run(addAttempts(counted)));
    const rows = await ctx.db.many<Block & { network: string }>(currentBlocks(ctx.clock.now()));
    blocks = new Map([...rows.map(({ network, ...block }) => [network, block] as const), ...added]);
  }

  /** Reads the list again. If the database is unavailable, keeps the last list. */
  const refresh = () =>
    (running ??= read()
      .catch((error: unknown) => logDatabaseFailure(ctx.log, error, 'blocklist not read'))
      .finally(() => {
        readAt = performance.now();
        running = undefined;
      }));

  const forget = () => void (readAt = -Infinity);
  const counting = createCounting(ctx, (network, block) => {
    added.push([network, block]);
    blocks.set(network, block);
  });
  return {
    ...counting,
    forget,
    find: async (address) => {
      const age = performance.now() - readAt;
      const reading = age > READ_EVERY_MS ? refresh() : undefined;
      if (age > MAX_AGE_MS) await reading;
      const block = blocks.get(toNetwork(address));
      return block && block.until > ctx.clock.now() ? block : undefined;
    },
    countRefused: (address) => {
      refused += 1;
      const network = toNetwork(address);
      toCount.set(network, (toCount.get(network) ?? 0) + 1);
    },
    measures: () => ({ addresses: blocks.size, refused }),
  };
}
