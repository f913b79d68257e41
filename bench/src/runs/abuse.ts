/**
 * `npm run bench -- --only "abuse"`: measures the sharing detection on a separate database. It
 * simulates two days of 5,000 viewers, some of whom share their line. The first day has no history.
 * Before the second day an admin dismisses all findings, so that the second day is measured
 * separately. On the second day a detection runs every two minutes. Finally one detection examines
 * 20,000 viewers with a history of half a million viewings.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { abuseCriteria } from '@ramal/contract/abuse';
import pg from 'pg';
import pino from 'pino';
import { findSharingLines } from '../../../server/src/abuse/abuse.ts';
import { openDatabase } from '../../../server/src/foundation/database.ts';
import { migrate } from '../../../server/src/foundation/migrate.ts';
import { startEmbedded } from '../../../server/src/foundation/postgres/embedded.ts';
import {
  type TownContext,
  dismissAll,
  playDay,
  townOn,
} from '../../../server/test/sharing/play-day.ts';
import { type Score, scoreFindings } from '../../../server/test/sharing/score.ts';
import { percentile } from '../load.ts';
import { print } from '../print.ts';
import { printFigure } from '../report.ts';

export const ABUSE_DAY = 'abuse: a simulated day of 5,000 viewers';

const TOWN = { lines: 5_000, seed: 91, firstId: 1 };
const days = [
  [0, 10, 'the first day of all, nothing known yet'],
  [1, abuseCriteria.everyMinutes, 'the day after'],
] as const;
const VIEWERS_AT_ONCE = 20_000;
const HISTORY = 500_000;

export async function measureAbuseDay(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ramal-bench-'));
  const embedded = await startEmbedded({ folder: path.join(folder, 'postgres'), fsync: false });
  await migrate(embedded.ownerUrl);
  const db = openDatabase({ url: embedded.appUrl, connections: 2 });
  const owner = new pg.Pool({ connectionString: embedded.ownerUrl, max: 2 });
  try {
    let at = 0;
    const clock = {
      now: () => new Date(at),
      timeZone: 'America/Sao_Paulo',
      set: (iso: string) => {
        at = Date.parse(iso);
      },
    };
    const ctx = { db, clock, log: pino({ level: 'silent' }) } as unknown as TownContext['ctx'];
    print(ABUSE_DAY);
    for (const [day, everyMinutes, label] of days) {
      const town = townOn(day, TOWN);
      await dismissAll(owner, day);
      const { found: lineIds, took } = await playDay({ ctx, owner }, town, everyMinutes);
      print(`  ${label}; a look every ${everyMinutes} minutes`);
      printScore(scoreFindings(town.viewers, lineIds));
      const sorted = took.toSorted((a, b) => a - b);
      printFigure('one look, median of the day (ms)', percentile(sorted, 50));
      printFigure('one look, 99 of 100 (ms)', percentile(sorted, 99));
    }
    await fillHistory(owner, TOWN.lines * 2);
    const start = performance.now();
    const many = await findSharingLines(ctx);
    const name = `one look at ${VIEWERS_AT_ONCE} viewers at once, ${many.length} found (ms)`;
    printFigure(name, performance.now() - start, 5_000);
  } finally {
    await db.close();
    await owner.end();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function printScore({ precision, recall, kinds }: Score): void {
  const words = { no: 'honest', below: 'shares, below the criteria', above: 'shares' } as const;
  for (const { kind, sharing, lines, found: foundLines } of kinds)
    print(
      `  ${kind.padEnd(54)}${words[sharing].padEnd(28)}${String(foundLines).padStart(5)} of ${lines}`,
    );
  print(`  precision ${precision.toFixed(3)} (aim 0.98), recall ${recall.toFixed(3)} (aim 0.95)`);
}

/**
 * Inserts viewers and their earlier viewings. One viewer in ten currently watches in two networks.
 */
async function fillHistory(owner: pg.Pool, after: number): Promise<void> {
  await owner.query(
    `insert into lines (id, platform, owner_id, username, password, is_trial, expires_at, short_code)
     select $1 + n, 'iptv', 900, 'm' || n, 'senha', false, '2027-06-01', 'muito' || n from generate_series(1, $2::int) n`,
    [after, VIEWERS_AT_ONCE],
  );
  const columns = `(id, line_id, stream_id, title, encoding, address, user_agent, started_at, seen_at, ended_at, ended_because)`;
  await owner.query(
    `insert into viewings ${columns}
     select gen_random_uuid(), $1 + 1 + n % $2::int, n % 300, 'Canal', 'HLS', '100.0.0.0'::inet + (n % $2::int), 'TV', at, at + interval '50 min',
       at + interval '50 min', 'left'
     from generate_series(1, $3::int) n, lateral (
       select (select looked_until from abuse_detection) - interval '26 hours' + interval '20 hours' * (n::float / $3::int) as at) t`,
    [after, VIEWERS_AT_ONCE, HISTORY],
  );
  await owner.query(
    `insert into viewings ${columns}
     select gen_random_uuid(), $1 + n, n % 300, 'Canal', 'HLS', '100.0.0.0'::inet + n + place * 1000000, 'TV', at - interval '2 hours', at, null, null
     from generate_series(1, $2::int) n, generate_series(0, 1) place, (select looked_until as at from abuse_detection) t
     where place = 0 or n % 10 = 0`,
    [after, VIEWERS_AT_ONCE],
  );
  await owner.query('vacuum analyze viewings');
}
