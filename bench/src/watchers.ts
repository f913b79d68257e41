/**
 * `npm run bench -- --watchers 500 --seconds 120`: so many televisions on HLS, each refreshing its
 * playlist and fetching segments like a real one. Halfway the product is stopped and started again; in
 * the end some switch off. What the database says of each is held against what each knows of itself.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { percentile } from './figures.ts';
import type { SoldLine } from './stage.ts';
import { factRow } from './table.ts';

interface Watcher {
  readonly line: SoldLine;
  /** When the server last answered one of its refreshes. */
  seenAtMs: number;
  /** Its viewing, as the address of its playlist tells. */
  playlist: string;
  refused: number;
  failed: number;
  stopped: boolean;
}

const REFRESH_MS = 4_000;
/** The product writes what it saw every five seconds; a batch takes a moment to be written. */
const BATCH_MS = 5_000;
const SLACK_MS = 1_500;

export interface Watched {
  readonly port: () => number;
  readonly pool: pg.Pool;
  readonly lines: readonly SoldLine[];
  readonly seconds: number;
  /** Stops the product as an operator does, and starts it again. */
  readonly restart: () => Promise<void>;
  readonly say: (line: string) => void;
}

export async function watch({ port, pool, lines, seconds, restart, say }: Watched): Promise<void> {
  const over = new AbortController();
  const took: number[] = [];
  const watchers = lines.map((line): Watcher => ({
    line,
    seenAtMs: 0,
    playlist: '',
    refused: 0,
    failed: 0,
    stopped: false,
  }));
  const running = watchers.map(async (watcher, place) => {
    await pause((place / watchers.length) * REFRESH_MS);
    while (!over.signal.aborted && !watcher.stopped) {
      const start = performance.now();
      if (await step(watcher, port())) took.push(performance.now() - start);
      await pause(Math.max(0, REFRESH_MS - (performance.now() - start)));
    }
  });

  await pause((seconds * 1000) / 2);
  say(
    factRow(
      `${watchers.length} watching, rows right before the restart`,
      await right(pool, watchers),
    ),
  );
  say(factRow('largest lag of a row behind its player (ms)', await largestLag(pool, watchers)));
  const stoppedAt = performance.now();
  await restart();
  say(factRow('stopped and started again in (ms)', performance.now() - stoppedAt));
  await pause((seconds * 1000) / 2);
  say(factRow('rows right after it', await right(pool, watchers)));
  say(factRow('largest lag of a row behind its player (ms)', await largestLag(pool, watchers)));
  say(factRow('viewings open for them', await openViewings(pool, watchers)));

  const leaving = watchers.slice(0, watchers.length / 5);
  for (const watcher of leaving) watcher.stopped = true;
  await pause(50_000);
  const stay = watchers.slice(leaving.length);
  say(
    factRow(
      `online after ${leaving.length} switched off (of ${stay.length})`,
      await online(pool, watchers),
    ),
  );
  over.abort();
  await Promise.all(running);
  took.sort((a, b) => a - b);
  say(factRow('refreshes and segments, p50 (ms)', percentile(took, 50)));
  say(factRow('refreshes and segments, p95 (ms)', percentile(took, 95)));
  say(factRow('done in all', took.length));
  say(
    factRow(
      'refused by the player',
      sum(watchers, ({ refused }) => refused),
    ),
  );
  say(
    factRow(
      'unanswered (while it was stopped)',
      sum(watchers, ({ failed }) => failed),
    ),
  );
}

const sum = (watchers: readonly Watcher[], of: (watcher: Watcher) => number): number =>
  watchers.reduce((all, watcher) => all + of(watcher), 0);

/** One refresh, and the newest segment it names; true when the server answered both. */
async function step(watcher: Watcher, port: number): Promise<boolean> {
  const base = `http://127.0.0.1:${port}`;
  const { username, password } = watcher.line;
  try {
    if (!watcher.playlist) {
      const choice = await fetch(`${base}/live/${username}/${password}/1.m3u8`);
      if (!choice.ok) return told(watcher);
      watcher.playlist = lastAddress(await choice.text());
    }
    const answer = await fetch(base + watcher.playlist);
    const text = await answer.text();
    if (!answer.ok) return told(watcher);
    watcher.seenAtMs = Date.now();
    const segment = await fetch(base + lastAddress(text));
    await segment.arrayBuffer();
    return segment.ok || told(watcher);
  } catch {
    watcher.failed += 1;
    return false;
  }
}

function told(watcher: Watcher): false {
  watcher.refused += 1;
  watcher.playlist = '';
  return false;
}

const lastAddress = (playlist: string): string =>
  playlist.split('\n').findLast((line) => line.startsWith('/')) ?? '';

interface Row {
  readonly line: number;
  readonly seenAt: Date;
}

/** Without those the data set is furnished with. */
const rowsOf = async (pool: pg.Pool, watchers: readonly Watcher[]): Promise<Map<number, Date>> => {
  const { rows } = await pool.query<Row>(
    `select line_id as line, max(last_seen_at) as "seenAt" from presence
     where line_id = any($1) and user_agent <> 'bench' group by 1`,
    [watchers.map(({ line }) => line.id)],
  );
  return new Map(rows.map(({ line, seenAt }) => [Number(line), seenAt]));
};

/** How many rows are no further behind their player than one batch. */
async function right(pool: pg.Pool, watchers: readonly Watcher[]): Promise<number> {
  const rows = await rowsOf(pool, watchers);
  const now = Date.now();
  return watchers.filter(({ line, seenAtMs }) => {
    const seen = rows.get(line.id)?.getTime() ?? 0;
    return seen >= Math.min(seenAtMs, now - BATCH_MS) - SLACK_MS;
  }).length;
}

async function largestLag(pool: pg.Pool, watchers: readonly Watcher[]): Promise<number> {
  const rows = await rowsOf(pool, watchers);
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
