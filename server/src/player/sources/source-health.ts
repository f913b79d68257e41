/**
 * Collects the results of players' requests to sources, for the admin's list of channels. Changes
 * are written every few seconds. A problem is a message without a URL.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import { type NotedHealth, writeSourceHealth } from './source-health.sql.ts';
import { logDatabaseFailure } from '../../foundation/unavailable.ts';

export interface SourceHealth {
  /**
   * Records the result of a request. Null means that the source answered correctly. `address` is the
   * source of a channel, whose active source may have changed before the result is written.
   */
  note(streamId: number, problem: string | null, address?: string): void;
  /** Writes the results that are still in memory. */
  stop(): Promise<void>;
}

const WRITE_EVERY_MS = 2_000;
/**
 * Time after which the same result is written again, because another process may have written a
 * different one.
 */
const KNOWN_FOR_MS = MINUTE_MS;
/** Memory for about twenty thousand streams. */
const KNOWN_BYTES = 5_000_000;

export function openSourceHealth(ctx: AppContext, writeEveryMs = WRITE_EVERY_MS): SourceHealth {
  const written = createBoundedCache<string>({
    name: 'source-health',
    maxBytes: KNOWN_BYTES,
    bytesOf: (problem) => problem.length,
    ttlMs: KNOWN_FOR_MS,
  });
  let noted = new Map<number, NotedHealth>();
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const batch = noted;
    noted = new Map();
    if (batch.size === 0) return;
    const query = writeSourceHealth(batch, ctx.clock.now());
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
    note: (streamId, words, address = '') => {
      const problem = words ?? '';
      const result = `${problem} ${address}`;
      if (written.get(String(streamId)) === result) return;
      written.set(String(streamId), result);
      noted.set(streamId, { problem, address });
    },
    stop: () => {
      clearInterval(timer);
      return inTurn();
    },
  };
}
