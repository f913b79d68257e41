/**
 * Combines writes that are requested at about the same time, so that a few transactions replace
 * many small ones. A single write runs at once. After a combined write there is a short pause, so
 * that the next one combines more. Only one write runs at a time, so writes use one connection.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 10;
const MAX_BATCH = 500;

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  readonly item: Item;
}

/**
 * Creates a function that combines its write with the writes of other callers. `write` must return
 * one result for each item, in the same order.
 */
export function createGatheredWrites<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;
  // Runs combined writes outside the contexts of requests and rehearsals, because they belong to
  // none of them alone.
  const outsideRequests = AsyncLocalStorage.snapshot();

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await settle(batch, write);
      if (batch.length > 1) await pause(PAUSE_MS);
    }
    isWriting = false;
  }

  return (item) => {
    const request = { item, ...Promise.withResolvers<Result>() };
    waiting.push(request);
    if (!isWriting) void outsideRequests(writeAll);
    return request.promise;
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
