/**
 * Viewings that another screen or a person ended. A process immediately knows the viewings that it
 * ended itself. One small query per second finds those of other processes, independent of the
 * number of viewers.
 */
import type { AppContext } from '../foundation/app-context.ts';
import { createBoundedCache } from '../foundation/bounded-cache.ts';
import { viewingsCutSince } from './viewings.sql.ts';
import { logDatabaseFailure } from '../foundation/unavailable.ts';

interface EndedViewings {
  has(id: string): boolean;
  add(ids: readonly string[]): void;
  /**
   * Calls `cut` once when the viewing is ended, or at once if it has ended already. Returns a
   * function that unsubscribes.
   */
  onEnded(id: string, cut: () => void): () => void;
  stop(): Promise<void>;
}

const ASK_EVERY_MS = 1_000;
/**
 * Milliseconds by which each query overlaps the previous one. Clocks of two machines differ, and a
 * commit may happen seconds after the time in its row.
 */
const OVERLAP_MS = 30_000;
/**
 * Milliseconds for which an ended viewing is stored in memory. Later checks read the database,
 * which has the complete list.
 */
const REMEMBER_MS = 120_000;
/** Memory for about fifty thousand viewings. */
const ENDED_BYTES = 12_000_000;

export function createEndedViewings(
  ctx: AppContext,
  forget: (id: string) => void,
  askEveryMs = ASK_EVERY_MS,
): EndedViewings {
  const ended = createBoundedCache<true>({
    name: 'ended-viewings',
    maxBytes: ENDED_BYTES,
    ttlMs: REMEMBER_MS,
  });
  const listeners = new Map<string, Set<() => void>>();
  let askedUntil = ctx.clock.now().getTime();
  let polling: Promise<void> | undefined;

  function add(ids: readonly string[]): void {
    for (const id of ids) {
      if (ended.has(id)) continue;
      ended.set(id, true);
      forget(id);
      const cuts = listeners.get(id) ?? [];
      listeners.delete(id);
      for (const cut of cuts) cut();
    }
  }

  async function readEnded(): Promise<void> {
    try {
      const now = ctx.clock.now().getTime();
      const rows = await ctx.db.many<{ id: string }>(
        viewingsCutSince(new Date(askedUntil - OVERLAP_MS)),
        'prepared',
      );
      askedUntil = now;
      add(rows.map(({ id }) => id));
    } catch (error) {
      logDatabaseFailure(ctx.log, error, 'ended viewings were not read');
    }
  }

  const timer = setInterval(() => {
    polling ??= readEnded().finally(() => (polling = undefined));
  }, askEveryMs).unref();

  return {
    has: (id) => ended.has(id),
    add,
    onEnded: (id, cut) => {
      if (ended.has(id)) {
        cut();
        return () => undefined;
      }
      const cuts = listeners.get(id) ?? new Set();
      listeners.set(id, cuts.add(cut));
      return () => {
        cuts.delete(cut);
        if (cuts.size === 0 && listeners.get(id) === cuts) listeners.delete(id);
      };
    },
    stop: async () => {
      clearInterval(timer);
      await polling;
    },
  };
}
