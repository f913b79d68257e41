/**
 * State of the boxes that poll this process. A poll without news uses only memory. Every ten
 * seconds one query reads the boxes that polled lately, and life signs are written in batches. The
 * database load therefore does not grow with the number of polls.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import { createGatheredReads } from '../../foundation/queries/gather-reads.ts';
import { createGatheredWrites } from '../../foundation/queries/gather-writes.ts';
import { logDatabaseFailure } from '../../foundation/unavailable.ts';
import { createLifeSigns } from './life-signs.ts';
import { type PortalBox, type SignIn, boxesByMac, writeSignIns } from './portal-boxes.sql.ts';

export interface PortalBoxes {
  /** Reads the box of a MAC from the database, together with others. */
  read(mac: string): Promise<PortalBox | undefined>;
  /** Returns the box from memory, at most some seconds old. */
  recall(mac: string): Promise<PortalBox | undefined>;
  /** Deletes the cached state of a box that this process changed. */
  forget(mac: string): void;
  touch(boxId: number): void;
  signIn(signIn: SignIn): Promise<void>;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
}

export interface PortalPace {
  readonly refreshEveryMs?: number;
  readonly writeEveryMs?: number;
}

const REFRESH_EVERY_MS = 10_000;
/** A box without a poll for this time is no longer refreshed. */
const RECENT_MS = 5 * 60_000;
const MAX_BATCH = 1_000;
/** Memory for about twenty-five thousand boxes. */
const KNOWN_BYTES = 32_000_000;
const BOX_BYTES = 1_000;

interface Entry {
  readonly box: PortalBox | undefined;
  readonly polledAtMs: number;
}

export function createPortalBoxes(ctx: AppContext, pace: PortalPace = {}): PortalBoxes {
  const { clock, db } = ctx;
  const entries = createBoundedCache<Entry>({
    name: 'portal-boxes',
    maxBytes: KNOWN_BYTES,
    bytesOf: () => BOX_BYTES,
  });
  const lifeSigns = createLifeSigns(ctx, pace.writeEveryMs);
  let refreshing: Promise<void> | undefined;

  const readMany = async (macs: readonly string[]) => {
    const rows = await db.many<PortalBox>(boxesByMac(macs, clock.now()), 'prepared');
    return new Map(rows.map((row) => [row.mac, row]));
  };
  const readGathered = createGatheredReads(String, async (macs: readonly string[]) => {
    const byMac = await readMany(macs);
    return (mac: string) => byMac.get(mac);
  });
  const store = (mac: string, box: PortalBox | undefined) =>
    entries.set(mac, { box, polledAtMs: performance.now() });
  const read = async (mac: string) => {
    const box = await readGathered(mac);
    store(mac, box);
    return box;
  };

  async function refresh(): Promise<void> {
    const since = performance.now() - RECENT_MS;
    const macs: string[] = [];
    for (const [mac, { polledAtMs }] of entries.entries())
      if (polledAtMs > since) macs.push(mac);
      else entries.delete(mac);
    for (let at = 0; at < macs.length; at += MAX_BATCH) {
      const some = macs.slice(at, at + MAX_BATCH);
      const byMac = await readMany(some);
      for (const mac of some) {
        const entry = entries.peek(mac);
        // A box whose cached state was deleted while the query ran is read again at its next poll.
        if (entry) entries.set(mac, { ...entry, box: byMac.get(mac) });
      }
    }
  }

  const writeGathered = createGatheredWrites(async (signIns: readonly SignIn[]) => {
    await db.tx((tx) => tx.run(writeSignIns(signIns), 'prepared'));
    return signIns.map(() => undefined);
  });

  const timer = setInterval(() => {
    refreshing ??= refresh()
      .catch((error: unknown) => logDatabaseFailure(ctx.log, error, 'boxes were not read'))
      .finally(() => (refreshing = undefined));
  }, pace.refreshEveryMs ?? REFRESH_EVERY_MS).unref();

  return {
    read,
    recall: async (mac) => {
      const entry = entries.get(mac);
      if (!entry) return read(mac);
      store(mac, entry.box);
      return entry.box;
    },
    forget: (mac) => void entries.delete(mac),
    touch: lifeSigns.touch,
    signIn: async (signIn) => {
      await writeGathered(signIn);
    },
    stop: async () => {
      clearInterval(timer);
      await refreshing;
      await lifeSigns.stop();
    },
  };
}
