/**
 * Builds the data set once per size and schema, and stores it. Each run uses a copy, because a run
 * sells lines and would change the figures of the next run. If the disk has no space for a copy,
 * the run uses the data set itself.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { verifyLedger } from '../../../server/src/credits/credits.ts';
import { openDatabase } from '../../../server/src/foundation/database.ts';
import { migrate } from '../../../server/src/foundation/migrate.ts';
import {
  type EmbeddedPostgres,
  startEmbedded,
} from '../../../server/src/foundation/postgres/embedded.ts';
import { hashPassword } from '../../../server/src/access/access.ts';
import { print } from '../print.ts';
import { fill } from './fill.ts';
import { type Size, sizeFor } from './size.ts';
import { buildSums } from './sums.ts';

export const PASSWORD = 'senha-da-medida-1';
const TEMPLATE = 'data_set';

export interface DataSet {
  readonly size: Size;
  /** Data folder of the server, the value of RAMAL_DATA. */
  readonly folder: string;
  readonly embedded: EmbeddedPostgres;
}

/** Builds the data set if it does not exist, and puts a fresh copy into the server's database. */
export async function openDataSet(
  root: string,
  lines: number,
  settings: Record<string, string> = {},
): Promise<DataSet> {
  const size = sizeFor(lines);
  const folder = path.join(root, `lines-${size.lines}`);
  const stamp = path.join(folder, 'made-of');
  const expected = fingerprint(size);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== expected) {
    rmSync(folder, { recursive: true, force: true });
    // Only the operating-system user of this process may open the folder. The server requires this,
    // and PostgreSQL runs as this user.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    refuseSmallDisk(folder, size);
    await createDataSet(folder, size);
    writeFileSync(stamp, expected);
  }
  const embedded = await startEmbedded({ folder: path.join(folder, 'postgres'), settings });
  try {
    await copyDataSet(embedded, size, folder);
    // Computes the sums again, because the data set can be older than the current month.
    await buildSums(embedded.ownerUrl);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { size, folder, embedded };
}

/**
 * Measured size in bytes of one line with its entries and events. Includes tables, indexes and the
 * write-ahead log.
 */
const BYTES_OF_A_LINE = 3_700;
/**
 * Factor for the disk space of sorts. A sort needs its space at the same time as the table that it
 * fills.
 */
const SORTS = 1.4;
const GIGABYTE = 1e9;

function refuseSmallDisk(folder: string, { lines }: Size): void {
  const needed = lines * BYTES_OF_A_LINE * SORTS;
  if (freeBytes(folder) >= needed) return;
  throw new Error(
    `${lines} lines need ${inGigabytes(needed)} in ${folder}, where ${inGigabytes(freeBytes(folder))} are free. ` +
      'RAMAL_BENCH_DATA names another folder.',
  );
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const inGigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(0)} GB`;

async function createDataSet(folder: string, size: Size): Promise<void> {
  print(`Making the data set of ${size.lines} lines; it is kept in ${folder}.`);
  // Data is not flushed to disk, because the data set can be built again after a crash.
  const embedded = await startEmbedded({
    folder: path.join(folder, 'postgres'),
    fsync: false,
    settings: { full_page_writes: 'off', max_wal_size: '8GB', autovacuum: 'off' },
  });
  try {
    await migrate(embedded.ownerUrl);
    const passwordHash = await hashPassword(PASSWORD);
    await fill({ ownerUrl: embedded.ownerUrl, size, passwordHash });
    await checkLedger(embedded.ownerUrl);
    const start = performance.now();
    await buildSums(embedded.ownerUrl);
    print(`  sums: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    await runAsMaintenance(embedded, [`alter database ramal rename to ${TEMPLATE}`, 'checkpoint']);
  } finally {
    await embedded.stop();
  }
}

/** Runs the server's own check of the ledger, which proves that the data set is consistent. */
async function checkLedger(ownerUrl: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl, connections: 1 });
  try {
    const { entries, sum, drifted } = await verifyLedger({
      db,
      log: pino({ level: 'silent' }),
    } as never);
    if (sum !== 0 || drifted.length > 0) throw new Error(`the ledger of the data set is broken`);
    print(`  the ledger of ${entries} entries proves`);
  } finally {
    await db.close();
  }
}

export async function copyDataSet(
  embedded: EmbeddedPostgres,
  size: Size,
  folder: string,
): Promise<void> {
  const start = performance.now();
  const template = await runAs(urlOfDatabase(embedded.ownerUrl, 'postgres'), (client) =>
    client.query<{ bytes: string }>(
      'select pg_database_size(oid)::text as bytes from pg_database where datname = $1',
      [TEMPLATE],
    ),
  );
  const bytes = Number(template.rows[0]?.bytes ?? Infinity);
  if (template.rows.length > 0)
    await runAsMaintenance(embedded, ['drop database if exists ramal with (force)', 'checkpoint']);
  if (bytes * SPARE < freeBytes(folder)) {
    await runAsMaintenance(embedded, [
      `create database ramal template ${TEMPLATE} strategy file_copy`,
      'checkpoint',
    ]);
  } else {
    print('The disk has no room for a copy: the data set itself is used, and keeps what is sold.');
    if (template.rows.length > 0)
      await runAsMaintenance(embedded, [`alter database ${TEMPLATE} rename to ramal`]);
    await runAs(embedded.ownerUrl, (owner) => owner.query('delete from presence'));
  }
  await runAs(embedded.ownerUrl, (owner) => owner.query(insertViewers, [size.viewers]));
  print(`Ready: ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}

/** Factor for the free space that a run needs in addition to the copy. */
const SPARE = 1.2;

/**
 * Inserts the viewers. Their last request is one hour in the future, so that no viewing ends during
 * the measurement.
 */
const insertViewers = `
  insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, address, user_agent,
    started_at, last_seen_at)
  select gen_random_uuid(), id, owner_id, 1, 'Canal ' || id % 300, 'HLS', '177.1.1.7', 'bench', now(),
    now() + interval '1 hour'
  from (select id, owner_id from lines where platform = 'iptv' and status = 1 and expires_at > now()
    order by hashint8extended(id, 71) limit $1) watched`;

const runAsMaintenance = (
  { ownerUrl }: EmbeddedPostgres,
  statements: readonly string[],
): Promise<void> =>
  runAs(urlOfDatabase(ownerUrl, 'postgres'), async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** Returns the URL of another database on the same server. */
export const urlOfDatabase = (ownerUrl: string, name: string): string =>
  ownerUrl.replace(/\/ramal(?=\?|$)/, `/${name}`);

export async function runAs<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns a hash of everything that determines the data: size, schema and the code that fills it.
 */
function fingerprint(size: Size): string {
  const hash = createHash('sha256').update(JSON.stringify(size));
  for (const folder of [
    path.resolve(import.meta.dirname, '../../../server/migrations'),
    import.meta.dirname,
  ]) {
    for (const name of readdirSync(folder).toSorted()) {
      hash.update(name).update(readFileSync(path.join(folder, name)));
    }
  }
  return hash.digest('hex');
}
