/**
 * Results of players' requests to sources, for the admin's list of channels. They are collected in memory,
 * and changes are written every few seconds. A problem is words, never a URL.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import { writeSourceHealth } from './source-health.sql.ts';
import { logDatabaseFailure } from '../../foundation/unavailable.ts';

export interface SourceHealth {
  /** `null`: it answered as it should. */
  note(streamId: number, problem: string | null): void;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
}

const WRITE_EVERY_MS = 2_000;
/** Written again after this long, in case another process has written a different result. */
const KNOWN_FOR_MS = MINUTE_MS;
/** About twenty thousand streams. */
const KNOWN_BYTES = 5_000_000;

export function openSourceHealth(ctx: AppContext, writeEveryMs = WRITE_EVERY_MS): SourceHealth {
  const written = createBoundedCache<string>({
    name: 'source-health',
    maxBytes: KNOWN_BYTES,
    bytesOf: (problem) => problem.length,
    ttlMs: KNOWN_FOR_MS,
  });
  let noted = new Map<number, string>();
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const batch = noted;
    noted = new Map();
    if (batch.size === 0) return;
    const query = writeSourceHealth([...batch.keys()], [...batch.values()], ctx.clock.now());
    try {
      await ctx.db.tx((tx) => tx.run(query, 'prepared'));
    } catch (error) {
      logDatabaseFailure(ctx.log, error, 'the health of sources was not written');
      for (const streamId of batch.keys()) written.delete(String(streamId));
    }
  }

  const inTurn = () => (writing = writing.then(write));
  const timer = setInterval(() => void inTurn(), writeEveryMs).unref();
  return {
    note: (streamId, words) => {
      const problem = words ?? '';
      if (written.get(String(streamId)) === problem) return;
      written.set(String(streamId), problem);
      noted.set(streamId, problem);
    },
    stop: () => {
      clearInterval(timer);
      return inTurn();
    },
  };
}
