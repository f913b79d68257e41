/**
 * Blocked addresses in the memory of each process, so that a check needs no query. After a few
 * seconds, a check reads them again, because another process may have changed them. A check uses
 * the old list in the meantime. Only a check after a long pause, or after an address was unblocked
 * here, waits for the new list.
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
  /** Counts a request that was refused because of its address, for the list of the panel. */
  countRefused(address: string): void;
  /** Makes the next check read the list again. */
  forget(): void;
  /** Addresses blocked now, and requests refused since the start, in this process. */
  measures(): { readonly addresses: number; readonly refused: number };
}

const READ_EVERY_MS = 5_000;
/** Maximum age of the list. A check waits for a new list if it is older. */
const MAX_AGE_MS = 15_000;
/** Memory for about ten thousand networks. */
const COUNTED_BYTES = 2_200_000;

/** Returns the blocklist of this process. */
export const getBlocklist = oncePer((ctx: AppContext) => ctx, createBlocklist);

function createBlocklist(ctx: AppContext): Blocklist {
  let blocks = new Map<string, Block>();
  /**
   * Blocks that this process added since the last read began. The result of that read may not
   * contain them.
   */
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

  /** Reads the list again. While the database is unavailable, the list does not change. */
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
