/**
 * The addresses that are refused now, in the memory of each process, so that a check costs nothing. They
 * are read again every few seconds, when somebody asks: another process may have blocked or let in.
 */
import type { AppContext } from '../foundation/app-context.ts';
import { createBoundedCache } from '../foundation/bounded-cache.ts';
import { networkOf } from '../foundation/http/request-meta.ts';
import { addAttempts, currentBlocks } from './blocklist.sql.ts';
import { type Counting, createCounting } from './count-tries.ts';

export interface Block {
  readonly until: Date;
  /** Honest lines use the address too: only its wrong sign-ins are refused. */
  readonly isShared: boolean;
}

export interface Blocklist extends Counting {
  /** The block of an address, or undefined. */
  find(address: string): Promise<Block | undefined>;
  /** Counts a request that was refused because of its address, for show. */
  countRefused(address: string): void;
  /** Reads the list again at the next check. */
  forget(): void;
  /** Addresses blocked now, and requests refused since the start, in this process. */
  measures(): { readonly addresses: number; readonly refused: number };
}

/** So old may a list be. */
const READ_EVERY_MS = 5_000;
/** About ten thousand networks. */
const COUNTED_BYTES = 2_200_000;

const blocklists = new WeakMap<AppContext, Blocklist>();

/** One for each process. */
export function blocklistOf(ctx: AppContext): Blocklist {
  const made = blocklists.get(ctx) ?? createBlocklist(ctx);
  blocklists.set(ctx, made);
  return made;
}

function createBlocklist(ctx: AppContext): Blocklist {
  let blocks = new Map<string, Block>();
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  let refused = 0;
  const toCount = createBoundedCache<number>({ name: 'blocklist-counts', maxBytes: COUNTED_BYTES });

  async function read(): Promise<void> {
    const counted = new Map(toCount.entries());
    toCount.clear();
    if (counted.size > 0) await ctx.db.tx((tx) => tx.run(addAttempts(counted)));
    const rows = await ctx.db.many<Block & { network: string }>(currentBlocks(ctx.clock.now()));
    blocks = new Map(rows.map(({ network, ...found }) => [network, found]));
  }

  /** Without the database the list stays as it is: nobody is shut out for that. */
  const refresh = () =>
    (reading ??= read()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'blocklist not read'))
      .finally(() => {
        readAt = performance.now();
        reading = undefined;
      }));

  const forget = () => void (readAt = -Infinity);
  const counting = createCounting(ctx, forget);
  return {
    ...counting,
    forget,
    find: async (address) => {
      if (performance.now() - readAt > READ_EVERY_MS) await refresh();
      const found = blocks.get(networkOf(address));
      return found && found.until > ctx.clock.now() ? found : undefined;
    },
    countRefused: (address) => {
      refused += 1;
      const network = networkOf(address);
      toCount.set(network, (toCount.get(network) ?? 0) + 1);
    },
    measures: () => ({ addresses: blocks.size, refused }),
  };
}
