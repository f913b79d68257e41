/**
 * Who is watching now. Players are seen every few seconds; what is seen is gathered in memory and
 * written as one upsert a batch, so the database's work grows with viewers, never with heartbeats.
 */
import { isIP } from 'node:net';
import type { House } from '../foundation/house.ts';
import type { Job } from '../foundation/jobs.ts';
import { ONLINE_MS } from './online.ts';
import {
  type PresenceRow,
  forgetPresence,
  forgetPresenceBefore,
  writePresence,
} from './watching.sql.ts';

export interface Sighting {
  /** One viewing of one channel: the UUID of the AID. */
  readonly sessionId: string;
  readonly lineId: number;
  readonly streamId: number;
  readonly title: string;
  readonly encoding: string;
  readonly address: string;
  readonly userAgent: string;
}

export interface Watching {
  seen(sighting: Sighting): void;
  /** The viewer is known to have gone; others are simply not seen any more. */
  left(sessionId: string): void;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
}

const WRITE_EVERY_MS = 5_000;
/** Older sightings say nothing about now: not worth keeping while the database is away. */
const WORTHLESS_AFTER_MS = ONLINE_MS;

export function openWatching(house: House, writeEveryMs = WRITE_EVERY_MS): Watching {
  let seen = new Map<string, PresenceRow>();
  let gone = new Set<string>();
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const [rows, sessions] = [seen, gone];
    if (rows.size + sessions.size === 0) return;
    seen = new Map();
    gone = new Set();
    try {
      await house.db.tx(async (tx) => {
        if (rows.size > 0) await tx.run(writePresence([...rows.values()]), 'write-presence');
        if (sessions.size > 0) await tx.run(forgetPresence([...sessions]), 'forget-presence');
      });
    } catch (error) {
      house.log.warn({ err: error }, 'presence not written, kept for the next batch');
      keep(rows, sessions);
    }
  }

  function keep(rows: Map<string, PresenceRow>, sessions: Set<string>): void {
    const worthlessBefore = house.clock.now().getTime() - WORTHLESS_AFTER_MS;
    for (const row of rows.values()) {
      const outdated = seen.has(row.sessionId) || gone.has(row.sessionId);
      if (!outdated && row.lastSeenAt.getTime() > worthlessBefore) seen.set(row.sessionId, row);
    }
    for (const session of sessions) gone.add(session);
  }

  const inTurn = () => (writing = writing.then(write));
  const timer = setInterval(() => void inTurn(), writeEveryMs).unref();
  return {
    seen: (sighting) => {
      const now = house.clock.now();
      const startedAt = seen.get(sighting.sessionId)?.startedAt ?? now;
      seen.set(sighting.sessionId, {
        ...sighting,
        address: inet(sighting.address),
        startedAt,
        lastSeenAt: now,
      });
    },
    left: (sessionId) => {
      seen.delete(sessionId);
      gone.add(sessionId);
    },
    stop: () => {
      clearInterval(timer);
      return inTurn();
    },
  };
}

/** One address that PostgreSQL cannot read would lose the whole batch. */
function inet(address: string): string | null {
  const [withoutZone = ''] = address.split('%');
  return isIP(withoutZone) ? withoutZone : null;
}

const STALE_AFTER_MS = 10 * 60_000;

/** Rows of viewings that are long over. */
export const forgetStalePresence: Job = {
  name: 'forget-stale-presence',
  schedule: '*/5 * * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - STALE_AFTER_MS);
    await db.tx((tx) => tx.run(forgetPresenceBefore(before)));
  },
};
