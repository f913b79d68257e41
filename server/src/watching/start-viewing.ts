/**
 * Starts a viewing of a line and ends others above its limit of screens, in one short transaction.
 * Openings of the same line wait for each other on an advisory lock, so two openings cannot both
 * take the last free screen. Source: Q-PACKAGES.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { Tx } from '../foundation/database.ts';
import { toNetwork } from '../foundation/http/request-meta.ts';
import {
  type NewViewing,
  type ViewingRow,
  endViewings,
  insertViewing,
  lockViewingsCte,
  lineScreens,
  lineViewings,
} from './viewings.sql.ts';
import { type ContestPlayer, isTakeoverPaused } from './screen-contests.ts';
import { writePresence } from './watching.sql.ts';

/**
 * After a person ended a viewing, the same player cannot open the same stream for this time.
 * Players retry within a second, so ending would otherwise have no effect.
 */
const HELD_MS = MINUTE_MS;
/**
 * Players send requests and write heartbeats more often than this, so a player without either has
 * left.
 */
const QUIET_MS = 15_000;

interface StartedViewing {
  readonly id: string;
  /** True if the player's own earlier viewing continues. */
  readonly continues: boolean;
  readonly closed: readonly string[];
}

/**
 * Reason for a blocked opening: a person just ended the viewing, or the contested screen stays with
 * its present player.
 */
export type OpeningRefusal = 'ended' | 'screens';

/**
 * Starts the viewing, or returns why the player may not open this stream or take a contested
 * screen. With `continuesSame` a player that opens the same title continues its viewing, because
 * films are read in byte ranges. Otherwise each opening is a new viewing.
 */
export async function startViewing(
  tx: Tx,
  viewing: NewViewing,
  continuesSame: boolean,
  now: Date,
): Promise<StartedViewing | OpeningRefusal> {
  const { live, held, screens } = await readViewings(tx, viewing.lineId, now);
  if (held.some((other) => isSameStream(other, viewing))) return 'ended';
  const same = continuesSame && live.findLast((other) => isSameStream(other, viewing));
  if (same) return { id: same.id, continues: true, closed: [] };
  const surplus = screens === 0 ? 0 : live.length + 1 - screens;
  const closed = surplus > 0 ? closingOrder(live, viewing, now).slice(0, surplus) : [];
  const takesOver = live.some(
    (other) => closed.includes(other.id) && !isSamePlayer(other, viewing),
  );
  if (takesOver && (await isTakeoverPaused(tx, viewing.lineId, now, isSamePlayer)))
    return 'screens';
  // Presence is written before the line's last watching, in the same order as in batches, so
  // neither waits for the other.
  if (closed.length > 0) await tx.run(endViewings(closed, 'over-limit', now), 'prepared');
  await tx.run(insertViewing(viewing, now), 'prepared');
  const { id: sessionId, balancerId: _, ...rest } = viewing;
  await tx.run(
    writePresence([{ ...rest, sessionId, startedAt: now, lastSeenAt: now }]),
    'prepared',
  );
  return { id: viewing.id, continues: false, closed };
}

export async function readViewings(tx: Tx, lineId: number, now: Date) {
  // The lock needs a separate statement, because the next one must see the writes of transactions
  // that had the lock before.
  await tx.first(lockViewingsCte(lineId), 'prepared');
  const limit = await tx.first<{ screens: number }>(lineScreens(lineId), 'prepared');
  const heldSince = new Date(now.getTime() - HELD_MS);
  const rows = await tx.many<ViewingRow>(lineViewings(lineId, now, heldSince), 'prepared');
  return {
    live: rows.filter((row) => !row.wasEnded),
    held: rows.filter((row) => row.wasEnded),
    screens: limit?.screens ?? 1,
  };
}

type ViewingPlayer = Pick<NewViewing, 'address' | 'userAgent' | 'streamId'>;

/**
 * Returns the order in which a further screen ends viewings. A player's own viewing ends first, so
 * that zapping and a restarted app do not lock anybody out. The others end by age, as users expect.
 *
 * Several televisions in a household share an address and often a model, so they look like one
 * player. Among those the quiet one ends first, because zapping left it behind. The next is one
 * with the same stream, because an app reopened its channel. A wrong choice between two equal
 * televisions corrects itself: the one that was cut retries, and by then the other one is quiet.
 */
function closingOrder(live: readonly ViewingRow[], asking: ViewingPlayer, now: Date): string[] {
  const rank = (row: ViewingRow): number => {
    if (!isSamePlayer(row, asking)) return 3;
    if (now.getTime() - row.lastSeenAt.getTime() > QUIET_MS) return 0;
    return row.streamId === asking.streamId ? 1 : 2;
  };
  return live
    .map((row) => ({
      id: row.id,
      rank: rank(row),
      at: +(rank(row) === 0 ? row.lastSeenAt : row.startedAt),
    }))
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ id }) => id);
}

/**
 * Addresses are compared by network, because phones change their address within an IPv6 network.
 */
const isSamePlayer = (a: ContestPlayer, b: ContestPlayer): boolean =>
  a.userAgent === b.userAgent && networkIn(a.address) === networkIn(b.address);

const networkIn = (address: string | null): string => (address === null ? '' : toNetwork(address));

const isSameStream = (a: ViewingRow, b: ViewingPlayer): boolean =>
  a.streamId === b.streamId && isSamePlayer(a, b);
