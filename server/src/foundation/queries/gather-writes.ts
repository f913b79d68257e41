/**
 * Writes together what many ask to be written at about the same time: a flood of small transactions
 * becomes a few. One alone is written at once; where several came together, the next wait a moment so
 * that more of them share a write. Only one write is under way, so a flood takes one connection.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 10;
const MOST_AT_ONCE = 500;

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  readonly item: Item;
}

/** `write` returns one result for each item, in their order. */
export function createGatheredWrites<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;
  // What is written for many belongs to no request, nor to the rehearsal of one.
  const outsideRequests = AsyncLocalStorage.snapshot();

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      await settle(batch, write);
      if (batch.length > 1) await pause(PAUSE_MS);
    }
    isWriting = false;
  }

  return (item) => {
    const one = { item, ...Promise.withResolvers<Result>() };
    waiting.push(one);
    if (!isWriting) void outsideRequests(writeAll);
    return one.promise;
  };
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await write(batch.map(({ item }) => item));
    batch.forEach(({ resolve }, index) => resolve(results[index]!));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
