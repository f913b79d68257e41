/**
 * `npm run bench -- --watchers 500 --seconds 120`: simulates televisions that play HLS. They
 * refresh playlists and load segments. The server is restarted after half of the time. At the end a
 * fifth of the televisions switch off. The run compares the heartbeat rows in the database with the
 * responses that each television received.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fixture, SoldLine } from '../fixture.ts';
import { type Ask, connect } from '../http.ts';
import { percentile, repeatUntil, sum } from '../load.ts';
import { printFigure } from '../report.ts';
import type { Run } from '../run.ts';
import { lastPath } from '../scenarios/logins.ts';

interface Watcher {
  readonly line: SoldLine;
  /** Time of the server's last response to a refresh. */
  seenAtMs: number;
  /** Address of the playlist, which identifies the viewing. */
  playlist: string;
  refused: number;
  failed: number;
  stopped: boolean;
}

const REFRESH_MS = 4_000;
/** Time in ms for which the server collects heartbeats before it writes them together. */
const BATCH_MS = 5_000;
/** Maximum duration of the write in ms. */
const WRITE_MS = 1_500;
/** Time in ms after which a television that was switched off counts as offline. */
const OFFLINE_MS = 50_000;

const INITIAL_STATE = { seenAtMs: 0, playlist: '', refused: 0, failed: 0, stopped: false };

export const watchers: Run = {
  run: async ({ fixture, server, restart, options }) => {
    const televisions = fixture.playing
      .slice(0, options.watchers)
      .map((line): Watcher => ({ line, ...INITIAL_STATE }));
    const controller = new AbortController();
    const durationsMs: number[] = [];
    let client = connect([server.port], televisions.length);
    const pace = { clients: televisions.length, pauseMs: REFRESH_MS, isSpread: true };
    const running = repeatUntil(controller.signal, pace, async (index) => {
      const start = performance.now();
      if (await refresh(televisions[index]!, client.ask))
        durationsMs.push(performance.now() - start);
    });
    const printRows = async (name: string) => {
      const lags = await readLags(fixture, televisions);
      printFigure(name, lags.filter(({ isCurrent }) => isCurrent).length);
      const largest = Math.max(...lags.map(({ lagMs }) => lagMs));
      printFigure('largest delay of a row (ms)', largest);
    };

    await pause((options.seconds * 1000) / 2);
    await printRows(`current rows before the restart (of ${televisions.length})`);
    const stoppedAt = performance.now();
    const { port } = await restart();
    client.close();
    client = connect([port], televisions.length);
    printFigure('duration of the restart (ms)', performance.now() - stoppedAt);
    await pause((options.seconds * 1000) / 2);
    await printRows('current rows at the end');
    printFigure('open viewings', await count(fixture, televisions, OPEN_VIEWINGS));

    const switchedOff = televisions.slice(0, televisions.length / 5);
    for (const watcher of switchedOff) watcher.stopped = true;
    await pause(OFFLINE_MS);
    const name = `online after ${switchedOff.length} switched off (of ${televisions.length - switchedOff.length})`;
    printFigure(name, await count(fixture, televisions, ONLINE));
    controller.abort();
    await running;
    client.close();
    durationsMs.sort((a, b) => a - b);
    printFigure('refresh with segment, p50 (ms)', percentile(durationsMs, 50));
    printFigure('refresh with segment, p95 (ms)', percentile(durationsMs, 95));
    printFigure('refreshes in total', durationsMs.length);
    printFigure('rejected requests', sum(televisions.map(({ refused }) => refused)));
    printFigure(
      'requests without a response (during the restart)',
      sum(televisions.map(({ failed }) => failed)),
    );
  },
};

/**
 * Loads the playlist and its newest segment. Returns true if the television is switched on and both
 * requests succeeded.
 */
async function refresh(watcher: Watcher, ask: Ask): Promise<boolean> {
  if (watcher.stopped) return false;
  const { username, password } = watcher.line;
  try {
    if (!watcher.playlist) {
      const choice = await ask({ path: `/live/${username}/${password}/1.m3u8` });
      if (choice.status !== 200) return countRefusal(watcher);
      watcher.playlist = lastPath(String(choice.body));
    }
    const { status, body } = await ask({ path: watcher.playlist });
    if (status !== 200) return countRefusal(watcher);
    watcher.seenAtMs = Date.now();
    const segment = await ask({ path: lastPath(String(body)) });
    return segment.status === 200 || countRefusal(watcher);
  } catch {
    watcher.failed += 1;
    return false;
  }
}

function countRefusal(watcher: Watcher): false {
  watcher.refused += 1;
  watcher.playlist = '';
  return false;
}

const idsOf = (televisions: readonly Watcher[]): number[] => televisions.map(({ line }) => line.id);

/**
 * Compares the last heartbeat of each line with the last response that its television received.
 * Ignores the viewers of the data set. A row that lacks only the requests since the last write
 * counts as current.
 */
async function readLags({ pool }: Fixture, televisions: readonly Watcher[]) {
  const { rows } = await pool.query<{ line: string; seenAt: Date }>(
    `select line_id as line, max(last_seen_at) as "seenAt" from presence
     where line_id = any($1) and user_agent <> 'bench' group by 1`,
    [idsOf(televisions)],
  );
  const seenAt = new Map(rows.map((row) => [Number(row.line), row.seenAt.getTime()]));
  const written = Date.now() - BATCH_MS - REFRESH_MS;
  return televisions.map(({ line, seenAtMs }) => {
    const rowMs = seenAt.get(line.id) ?? 0;
    const isCurrent = rowMs >= Math.min(seenAtMs, written) - WRITE_MS;
    return { lagMs: seenAtMs - rowMs, isCurrent };
  });
}

const OPEN_VIEWINGS =
  'select count(*)::int as count from viewings where ended_at is null and line_id = any($1)';
const ONLINE = `select count(distinct line_id)::int as count from presence
  where last_seen_at > now() - interval '45 seconds' and line_id = any($1) and user_agent <> 'bench'`;

async function count(
  { pool }: Fixture,
  televisions: readonly Watcher[],
  query: string,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(query, [idsOf(televisions)]);
  return rows[0]!.count;
}
