/**
 * Stores the last heartbeat of each viewing. Heartbeats arrive every few seconds. They are
 * collected in memory and written as one upsert per batch. The database load therefore grows with
 * the number of viewers and not with the number of heartbeats. The ends of viewings that only this
 * process knows are written in the same way.
 */
import { isIP } from 'node:net';
import type { Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { getLoadMeter } from '../foundation/load/load-meter.ts';
import { ONLINE_MS } from './online.ts';
import { type EndReason, deleteGhostViewings, endEach } from './viewings.sql.ts';
import { type PresenceRow, writePresence } from './watching.sql.ts';
import { logDatabaseFailure } from '../foundation/unavailable.ts';

export interface Heartbeat {
  /** Id of the viewing, which is the UUID in the viewing's AID. */
  readonly sessionId: string;
  readonly lineId: number;
  readonly streamId: number;
  readonly title: string;
  readonly encoding: string;
  readonly address: string;
  readonly userAgent: string;
}

export interface Presence {
  touch(heartbeat: Heartbeat): void;
  /** Records the end of a viewing that only this process knows. The first reason counts. */
  ended(sessionId: string, reason: EndReason): void;
  /**
   * Drops the heartbeats of a viewing that another process ended. If one is just being written, the
   * next batch deletes it.
   */
  forget(sessionId: string): void;
  /** Writes the pending ends of viewings, so that the number of the line's viewings is correct. */
  writeEnds(): Promise<void>;
  /** Writes everything that is still in memory. */
  stop(): Promise<void>;
}

const WRITE_EVERY_MS = 5_000;
/**
 * Milliseconds after which an unwritten heartbeat is dropped. It no longer shows a present viewer,
 * and the database may be unavailable for long.
 */
const STALE_HEARTBEAT_MS = ONLINE_MS;

interface End {
  readonly reason: EndReason;
  readonly at: Date;
}

export function createPresence(ctx: AppContext, writeEveryMs = WRITE_EVERY_MS): Presence {
  let seen = new Map<string, PresenceRow>();
  let ends = new Map<string, End>();
  let forgotten = new Set<string>();
  let writing = Promise.resolve();
  const load = getLoadMeter(ctx);

  async function writeSeen(): Promise<void> {
    const rows = seen;
    if (rows.size === 0) return;
    seen = new Map();
    if (!(await isWritten(ctx, writePresence([...rows.values()]), 'heartbeats'))) keep(rows);
  }

  function keep(rows: Map<string, PresenceRow>): void {
    const worthlessBefore = ctx.clock.now().getTime() - STALE_HEARTBEAT_MS;
    for (const row of rows.values()) {
      const outdated = seen.has(row.sessionId) || ends.has(row.sessionId);
      if (!outdated && row.lastSeenAt.getTime() > worthlessBefore) seen.set(row.sessionId, row);
    }
  }

  async function writeEnds(): Promise<void> {
    const written = ends;
    if (written.size === 0) return;
    ends = new Map();
    const rows = [...written].map(([id, end]) => ({ id, ...end }));
    if (!(await isWritten(ctx, endEach(rows), 'ended viewings')))
      ends = new Map([...ends, ...written]);
  }

  async function deleteForgotten(): Promise<void> {
    const ids = forgotten;
    if (ids.size === 0) return;
    forgotten = new Set();
    // If this fails, the job that ends stale viewings deletes them.
    await isWritten(ctx, deleteGhostViewings([...ids]), 'presence of ended viewings');
  }

  const inSequence = (...work: (() => Promise<void>)[]) => {
    for (const write of work) writing = writing.then(write);
    return writing;
  };
  const writeBatch = () => inSequence(writeSeen, writeEnds, deleteForgotten);
  const timer = setInterval(() => void writeBatch(), writeEveryMs).unref();
  return {
    touch: (heartbeat) => {
      load.noteScreen(heartbeat.sessionId);
      const lastSeenAt = ctx.clock.now();
      const startedAt = seen.get(heartbeat.sessionId)?.startedAt ?? lastSeenAt;
      const address = parseIp(heartbeat.address);
      seen.set(heartbeat.sessionId, { ...heartbeat, address, startedAt, lastSeenAt });
    },
    ended: (sessionId, reason) => {
      load.endScreen(sessionId);
      seen.delete(sessionId);
      if (!ends.has(sessionId)) ends.set(sessionId, { reason, at: ctx.clock.now() });
    },
    forget: (sessionId) => {
      load.endScreen(sessionId);
      seen.delete(sessionId);
      forgotten.add(sessionId);
    },
    writeEnds: () => (ends.size > 0 ? inSequence(writeEnds) : writing),
    stop: () => {
      clearInterval(timer);
      return writeBatch();
    },
  };
}

/**
 * Runs a write. Returns false if it fails, for example while the database is unavailable, so that
 * the caller can keep data for a retry.
 */
async function isWritten({ db, log }: AppContext, statement: Sql, what: string): Promise<boolean> {
  try {
    await db.tx((tx) => tx.run(statement, 'prepared'));
    return true;
  } catch (error) {
    logDatabaseFailure(log, error, `${what} not written`);
    return false;
  }
}

/**
 * Returns the address without its IPv6 zone. Null if PostgreSQL cannot parse it, because such an
 * address would make the whole batch fail.
 */
export function parseIp(address: string): string | null {
  const [withoutZone = ''] = address.split('%');
  return isIP(withoutZone) ? withoutZone : null;
}
