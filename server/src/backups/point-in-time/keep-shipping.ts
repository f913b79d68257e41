/** Ships the write-ahead log every few seconds. The worker's job schedule is too slow for this. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../foundation/app-context.ts';
import { guardSpool, shipWal } from './ship-wal.ts';

const EVERY_MS = 5_000;
const AFTER_FAILURE_MS = 30_000;
const STOP_TIMEOUT_MS = 3_000;

interface Shipping {
  stop(): Promise<void>;
}

/**
 * Starts the repeated rounds. In every process, a round limits the size of the spool. In workers,
 * it first ships the write-ahead log.
 */
export function startShipping(ctx: AppContext, { ships }: { readonly ships: boolean }): Shipping {
  const stopping = new AbortController();
  const { signal } = stopping;
  const round = async (): Promise<number> => {
    try {
      if (ships) await shipWal(ctx);
      await guardSpool(ctx);
      return EVERY_MS;
    } catch (error) {
      // The database may be unavailable for a moment. After any failure, the next round ships the
      // remaining segments.
      if (!signal.aborted) ctx.log.warn({ err: error }, 'the log was not shipped');
      return AFTER_FAILURE_MS;
    }
  };
  const running = (async () => {
    while (!signal.aborted)
      await pause(await round(), undefined, { signal }).catch(() => undefined);
  })();
  return {
    stop: async () => {
      stopping.abort();
      // The next process repeats a transfer that is interrupted here.
      await Promise.race([running, pause(STOP_TIMEOUT_MS)]);
    },
  };
}
