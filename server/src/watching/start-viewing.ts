/**
 * One more viewing of a line, and the surplus closed, in one short transaction: openings of the same
 * line wait for each other on an advisory lock, so that two at once cannot both find the last free
 * screen. Source: Q-PACKAGES.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { Tx } from '../foundation/database.ts';
import { networkOf } from '../foundation/http/request-meta.ts';
import {
  type NewViewing,
  type ViewingRow,
  endViewings,
  insertViewing,
  lockViewingsCte,
  screensOf,
  viewingsOf,
} from './viewings.sql.ts';
import { writePresence } from './watching.sql.ts';

/**
 * After somebody ended it by hand the same player is kept from the same stream for this long: players
 * ask again by themselves within a second, and the order would have done nothing.
 */
const HELD_MS = MINUTE_MS;
/** A player refreshes and is written down more often than this: whoever is quieter has turned away. */
const QUIET_MS = 15_000;

export interface StartedViewing {
  readonly id: string;
  /** Its own viewing from before goes on. */
  readonly continues: boolean;
  readonly closed: readonly string[];
}

/**
 * Undefined while the stream is held back from this player. `continuesSame`: who asks again for what
 * he watches goes on with it (films are read in pieces); otherwise each opening is a viewing.
 */
export async function startViewing(
  tx: Tx,
  viewing: NewViewing,
  continuesSame: boolean,
  now: Date,
): Promise<StartedViewing | undefined> {
  const { live, held, screens } = await readViewings(tx, viewing.lineId, now);
  if (held.some((one) => isSameStream(one, viewing))) return undefined;
  const same = continuesSame && live.findLast((one) => isSameStream(one, viewing));
  if (same) return { id: same.id, continues: true, closed: [] };
  const surplus = screens === 0 ? 0 : live.length + 1 - screens;
  const closed = surplus > 0 ? inOrderOfClosing(live, viewing, now).slice(0, surplus) : [];
  // Presence before the last watching of the line, as batches write them: neither waits for the other.
  if (closed.length > 0) await tx.run(endViewings(closed, 'over-limit', now), 'prepared');
  await tx.run(insertViewing(viewing, now), 'prepared');
  const { id: sessionId, ...rest } = viewing;
  await tx.run(
    writePresence([{ ...rest, sessionId, startedAt: now, lastSeenAt: now }]),
    'prepared',
  );
  return { id: viewing.id, continues: false, closed };
}

export async function readViewings(tx: Tx, lineId: number, now: Date) {
  // Apart from the reading, which must see what those before it in the queue have written.
  await tx.first(lockViewingsCte(lineId), 'prepared');
  const limit = await tx.first<{ screens: number }>(screensOf(lineId), 'prepared');
  const heldSince = new Date(now.getTime() - HELD_MS);
  const rows = await tx.many<ViewingRow>(viewingsOf(lineId, now, heldSince), 'prepared');
  return {
    live: rows.filter((row) => !row.wasEnded),
    held: rows.filter((row) => row.wasEnded),
    screens: limit?.screens ?? 1,
  };
}

type Asking = Pick<NewViewing, 'address' | 'userAgent' | 'streamId'>;

/**
 * Whom a further screen closes. The same player asking again replaces its own, so that zapping and a
 * restarted app lock nobody out; everybody else goes by age, as players' users know it. Several
 * televisions of one house share address and often model, and look like one player: first goes what
 * fell quiet, which is what the one that zapped left behind; then the same stream, which is an app
 * that opened its channel anew. A wrong guess between two equal televisions is put right by
 * itself, since the one that was cut asks again and by then the left-behind one is quiet.
 */
function inOrderOfClosing(live: readonly ViewingRow[], asking: Asking, now: Date): string[] {
  const rank = (one: ViewingRow): number => {
    if (!isSamePlayer(one, asking)) return 3;
    if (now.getTime() - one.lastSeenAt.getTime() > QUIET_MS) return 0;
    return one.streamId === asking.streamId ? 1 : 2;
  };
  return live
    .map((one) => ({
      id: one.id,
      rank: rank(one),
      at: +(rank(one) === 0 ? one.lastSeenAt : one.startedAt),
    }))
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ id }) => id);
}

/** Phones change their address within an IPv6 network. */
const isSamePlayer = (one: Pick<Asking, 'address' | 'userAgent'>, other: Asking): boolean =>
  one.userAgent === other.userAgent && networkIn(one.address) === networkIn(other.address);

const networkIn = (address: string | null): string => (address === null ? '' : networkOf(address));

const isSameStream = (one: ViewingRow, other: Asking): boolean =>
  one.streamId === other.streamId && isSamePlayer(one, other);
