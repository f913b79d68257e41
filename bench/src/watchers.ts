/**
 * `npm run bench -- --watchers 500 --seconds 120`: televisions on HLS that refresh playlists and
 * fetch segments like real ones. At half time the server is restarted, and at the end some switch
 * off. The rows in the database are compared with the records of each television.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { percentile } from './figures.ts';
import type { SoldLine } from './fixture.ts';
import { formatFact } from './table.ts';

interface Watcher {
  readonly line: SoldLine;
  /** Time of the server's last response to a refresh. */
  seenAtMs: number;
  /** The URL of the playlist, which identifies the viewing. */
  playlist: string;
  refused: number;
  failed: number;
  stopped: boolean;
}

const REFRESH_MS = 4_000;
/** The server writes heartbeats every five seconds, and writing takes a moment. */
const BATCH_MS = 5_000;
const SLACK_MS = 1_500;

interface WatchOptions {
  readonly port: () => number;
  readonly pool: pg.Pool;
  readonly lines: readonly SoldLine[];
  readonly seconds: number;
  /** Stops the server like an operator, and starts it again. */
  readonly restart: () => Promise<void>;
  readonly print: (line: string) => void;
}

export async function measureWatchers({
  port,
  pool,
  lines,
  seconds,
  restart,
  print,
}: WatchOptions): Promise<void> {
  const stop = new AbortController();
  const took: number[] = [];
  const watchers = lines.map((line): Watcher => ({
    line,
    seenAtMs: 0,
    playlist: '',
    refused: 0,
    failed: 0,
    stopped: false,
  }));
  const running = watchers.map(async (watcher, index) => {
    await pause((index / watchers.length) * REFRESH_MS);
    while (!stop.signal.aborted && !watcher.stopped) {
      const start = performance.now();
      if (await step(watcher, port())) took.push(performance.now() - start);
      await pause(Math.max(0, REFRESH_MS - (performance.now() - start)));
    }
  });

  await pause((seconds * 1000) / 2);
  print(
    formatFact(
      `${watchers.length} watching, rows right before the restart`,
      await countCurrentRows(pool, watchers),
    ),
  );
  print(
    formatFact('largest lag of a row behind its player (ms)', await largestLag(pool, watchers)),
  );
  const stoppedAt = performance.now();
  await restart();
  print(formatFact('stopped and started again in (ms)', performance.now() - stoppedAt));
  await pause((seconds * 1000) / 2);
  print(formatFact('rows right after it', await countCurrentRows(pool, watchers)));
  print(
    formatFact('largest lag of a row behind its player (ms)', await largestLag(pool, watchers)),
  );
  print(formatFact('viewings open for them', await openViewings(pool, watchers)));

  const leaving = watchers.slice(0, watchers.length / 5);
  for (const watcher of leaving) watcher.stopped = true;
  await pause(50_000);
  const stay = watchers.slice(leaving.length);
  print(
    formatFact(
      `online after ${leaving.length} switched off (of ${stay.length})`,
      await online(pool, watchers),
    ),
  );
  stop.abort();
  await Promise.all(running);
  took.sort((a, b) => a - b);
  print(formatFact('refreshes and segments, p50 (ms)', percentile(took, 50)));
  print(formatFact('refreshes and segments, p95 (ms)', percentile(took, 95)));
  print(formatFact('done in all', took.length));
  print(
    formatFact(
      'refused by the player',
      sum(watchers, ({ refused }) => refused),
    ),
  );
  print(
    formatFact(
      'unanswered (while it was stopped)',
      sum(watchers, ({ failed }) => failed),
    ),
  );
}

const sum = (watchers: readonly Watcher[], measure: (watcher: Watcher) => number): number =>
  watchers.reduce((all, watcher) => all + measure(watcher), 0);

/** Does one refresh and loads the newest segment. Returns true if the server answered both. */
async function step(watcher: Watcher, port: number): Promise<boolean> {
  const base = `http://127.0.0.1:${port}`;
  const { username, password } = watcher.line;
  try {
    if (!watcher.playlist) {
      const choice = await fetch(`${base}/live/${username}/${password}/1.m3u8`);
      if (!choice.ok) return countRefusal(watcher);
      watcher.playlist = lastUrl(await choice.text());
    }
    const answer = await fetch(base + watcher.playlist);
    const text = await answer.text();
    if (!answer.ok) return countRefusal(watcher);
    watcher.seenAtMs = Date.now();
    const segment = await fetch(base + lastUrl(text));
    await segment.arrayBuffer();
    return segment.ok || countRefusal(watcher);
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

const lastUrl = (playlist: string): string =>
  playlist.split('\n').findLast((line) => line.startsWith('/')) ?? '';

interface Row {
  readonly line: number;
  readonly seenAt: Date;
}

/** The last heartbeat of each line, without the presence rows of the data set. */
const lastSeenByLine = async (
  pool: pg.Pool,
  watchers: readonly Watcher[],
): Promise<Map<number, Date>> => {
  const { rows } = await pool.query<Row>(
    `select line_id as line, max(last_seen_at) as "seenAt" from presence
     where line_id = any($1) and user_agent <> 'bench' group by 1`,
    [watchers.map(({ line }) => line.id)],
  );
  return new Map(rows.map(({ line, seenAt }) => [Number(line), seenAt]));
};

/**
 * Counts the rows that are at most one write behind their player. They contain the last request
 * before that write.
 */
async function countCurrentRows(pool: pg.Pool, watchers: readonly Watcher[]): Promise<number> {
  const rows = await lastSeenByLine(pool, watchers);
  const now = Date.now();
  return watchers.filter(({ line, seenAtMs }) => {
    const seen = rows.get(line.id)?.getTime() ?? 0;
    return seen >= Math.min(seenAtMs, now - BATCH_MS - REFRESH_MS) - SLACK_MS;
  }).length;
}

async function largestLag(pool: pg.Pool, watchers: readonly Watcher[]): Promise<number> {
  const rows = await lastSeenByLine(pool, watchers);
  return Math.max(
    ...watchers.map(({ line, seenAtMs }) => seenAtMs - (rows.get(line.id)?.getTime() ?? 0)),
  );
}

const count = async (
  pool: pg.Pool,
  query: string,
  watchers: readonly Watcher[],
): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(query, [
    watchers.map(({ line }) => line.id),
  ]);
  return Number(rows[0]?.count);
};

const openViewings = (pool: pg.Pool, watchers: readonly Watcher[]): Promise<number> =>
  count(
    pool,
    'select count(*) from viewings where ended_at is null and line_id = any($1)',
    watchers,
  );

const online = (pool: pg.Pool, watchers: readonly Watcher[]): Promise<number> =>
  count(
    pool,
    `select count(distinct line_id) from presence where last_seen_at > now() - interval '45 seconds' and line_id = any($1) and user_agent <> 'bench'`,
    watchers,
  );
