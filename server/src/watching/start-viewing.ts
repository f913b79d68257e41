/**
 * Starts a viewing of a line and ends others above its limit of screens, in one short transaction.
 * Openings of the same line wait for each other on an advisory lock, so that two of them cannot
 * both take the last free screen. Source: Q-PACKAGES.
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
 * Milliseconds for which the same player cannot open the same stream after a person ended its
 * viewing. Players retry within a second, so that the end would otherwise have no effect.
 */
const HELD_MS = MINUTE_MS;
/**
 * Milliseconds after which a player without requests and heartbeats counts as gone. Active players
 * have them more often.
 */
const QUIET_MS = 15_000;

interface StartedViewing {
  readonly id: string;
  /** True if an earlier viewing of the same player is continued and no new one was started. */
  readonly continues: boolean;
  readonly closed: readonly string[];
}

/**
 * Reason for a blocked opening. `ended`: a person just ended the viewing. `screens`: the screen is
 * contested and stays with its present player.
 */
export type OpeningRefusal = 'ended' | 'screens';

/**
 * Starts the viewing. Returns a reason instead if the player may not open this stream or take a
 * contested screen. With `continuesSame`, a player that opens the same title continues its viewing,
 * because films are read in byte ranges. Otherwise each opening is a new viewing.
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
  // Locks presence rows before the line's row in `last_watched`, as batches do. Otherwise the two
  // could deadlock.
  if (closed.length > 0) await tx.run(endViewings(closed, 'over-limit', now), 'prepared');
  await tx.run(insertViewing(viewing, now), 'prepared');
  const { id: sessionId, balancerId: _, archiveStart: __, ...rest } = viewing;
  await tx.run(
    writePresence([{ ...rest, sessionId, startedAt: now, lastSeenAt: now }]),
    'prepared',
  );
  return { id: viewing.id, continues: false, closed };
}

export async function readViewings(tx: Tx, lineId: number, now: Date) {
  // The lock needs a separate statement, because the next statement must see the writes of
  // transactions that had the lock before.
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

type ViewingPlayer = Pick<NewViewing, 'address' | 'userAgent' | 'streamId' | 'archiveStart'>;

/**
 * Returns the order in which a further screen ends viewings. The player's own viewing is first, so
 * that a change of channel or a restarted app does not lock anybody out. The others follow by age,
 * as users expect.
 *
 * Several televisions in a household share an address and often a model, so they look like one
 * player. Among these viewings, one without recent heartbeats is first, because a change of channel
 * probably left it behind. One with the same stream is next, because an app probably reopened its
 * channel. A wrong choice between two equal televisions corrects itself. The disconnected one
 * retries, and by then the viewing that was left behind has no recent heartbeats.
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
 * True if both are the same player. Addresses are compared by network, because phones change their
 * address within an IPv6 network.
 */
const isSamePlayer = (a: ContestPlayer, b: ContestPlayer): boolean =>
  a.userAgent === b.userAgent && networkIn(a.address) === networkIn(b.address);

const networkIn = (address: string | null): string => (address === null ? '' : toNetwork(address));

/**
 * True if both viewings have the same stream. A channel and its archive, or two programmes of the
 * archive, are different streams.
 */
const isSameStream = (a: ViewingRow, b: ViewingPlayer): boolean =>
  a.streamId === b.streamId &&
  a.archiveStart?.getTime() === b.archiveStart?.getTime() &&
  isSamePlayer(a, b);
