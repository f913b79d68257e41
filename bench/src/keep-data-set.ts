/**
 * The data set is made once for a size and a schema and kept; each run gets a copy of it, so that one
 * run's sales are not in the next one's figures.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { verifyLedger } from '../../server/src/credits/verify-ledger.ts';
import { openDatabase } from '../../server/src/foundation/database.ts';
import { migrate } from '../../server/src/foundation/migrate.ts';
import { type Embedded, startEmbedded } from '../../server/src/foundation/postgres/embedded.ts';
import { hashPassword } from '../../server/src/sessions/passwords.ts';
import { fill } from './data-set/fill.ts';
import type { Size } from './data-set/size.ts';

export const PASSWORD = 'senha-da-medida-1';
const KEPT = 'data_set';

export interface Kept {
  /** What RAMAL_DATA names for the product. */
  readonly folder: string;
  readonly embedded: Embedded;
}

type Say = (line: string) => void;

/** The data set, made if it is not there, with a fresh copy of it in the product's database. */
export async function openDataSet(root: string, size: Size, say: Say): Promise<Kept> {
  const folder = path.join(root, `lines-${size.lines}`);
  const stamp = path.join(folder, 'made-of');
  const wanted = ingredients(size);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await make(folder, size, say);
    writeFileSync(stamp, wanted);
  }
  const embedded = await startEmbedded({ folder: path.join(folder, 'postgres') });
  try {
    await copyKept(embedded, size, say);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { folder, embedded };
}

async function make(folder: string, size: Size, say: Say): Promise<void> {
  say(`Making the data set of ${size.lines} lines; it is kept in ${folder}.`);
  // Nothing here is worth a flush: what a crash would break is made again.
  const embedded = await startEmbedded({
    folder: path.join(folder, 'postgres'),
    fsync: false,
    settings: { full_page_writes: 'off', max_wal_size: '8GB', autovacuum: 'off' },
  });
  try {
    await migrate(embedded.ownerUrl);
    const passwordHash = await hashPassword(PASSWORD);
    await fill({ ownerUrl: embedded.ownerUrl, size, passwordHash, say });
    await prove(embedded.ownerUrl, say);
    await asMaintenance(embedded, [`alter database ramal rename to ${KEPT}`, 'checkpoint']);
  } finally {
    await embedded.stop();
  }
}

/** What is measured on must be possible: the product's own proof, not ours. */
async function prove(ownerUrl: string, say: Say): Promise<void> {
  const db = openDatabase({ url: ownerUrl, connections: 1 });
  try {
    const { entries, sum, drifted } = await verifyLedger({
      db,
      log: pino({ level: 'silent' }),
    } as never);
    if (sum !== 0 || drifted.length > 0) throw new Error(`the ledger of the data set is broken`);
    say(`  the ledger of ${entries} entries proves`);
  } finally {
    await db.close();
  }
}

async function copyKept(embedded: Embedded, size: Size, say: Say): Promise<void> {
  const start = performance.now();
  await asMaintenance(embedded, [
    'drop database if exists ramal with (force)',
    `create database ramal template ${KEPT} strategy file_copy`,
    'checkpoint',
  ]);
  const owner = new pg.Client(embedded.ownerUrl);
  await owner.connect();
  try {
    await owner.query(viewers, [size.viewers]);
    await owner.query('vacuum (analyze) presence');
  } finally {
    await owner.end();
  }
  say(`A fresh copy of it: ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}

/** Who watches now, seen «in an hour»: so that nobody leaves while it is measured. */
const viewers = `
  insert into presence (session_id, line_id, stream_id, title, encoding, address, user_agent,
    started_at, last_seen_at)
  select gen_random_uuid(), id, 1, 'Canal ' || id % 300, 'HLS', '177.1.1.7', 'bench', now(),
    now() + interval '1 hour'
  from (select id from lines where platform = 'iptv' and status = 1 and expires_at > now()
    order by hashint8extended(id, 71) limit $1) watched`;

async function asMaintenance(embedded: Embedded, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(embedded.ownerUrl.replace(/\/ramal(?=\?|$)/, '/postgres'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Everything the data are made of: the size, the schema, and how we fill it. */
function ingredients(size: Size): string {
  const hash = createHash('sha256').update(JSON.stringify(size));
  for (const folder of [
    path.resolve(import.meta.dirname, '../../server/migrations'),
    path.join(import.meta.dirname, 'data-set'),
  ]) {
    for (const name of readdirSync(folder).toSorted()) {
      hash.update(name).update(readFileSync(path.join(folder, name)));
    }
  }
  return hash.digest('hex');
}
