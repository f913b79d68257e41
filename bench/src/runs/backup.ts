/**
 * `npm run bench -- --backup`: makes a backup while lines are sold and lists are read, then
 * restores it into a second database. Reports size and time of the backup, its memory, and its
 * effect on readers. Checks that every earlier row is restored.
 */
import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import type pg from 'pg';
import pino from 'pino';
import { restoreSnapshot } from '../../../server/src/backups/restore-snapshot.ts';
import { verifyLedger } from '../../../server/src/credits/credits.ts';
import { openDatabase } from '../../../server/src/foundation/database.ts';
import { runAs, urlOfDatabase } from '../data-set/open.ts';
import { print } from '../print.ts';
import { printFigure } from '../report.ts';
import type { Bench, Run } from '../run.ts';
import { sellUntil } from '../scenarios/selling.ts';
import {
  measurePeakDuring,
  printIdleLists,
  printLists,
  runTask,
  measureListsDuring,
} from './observe.ts';

const SALES = { clients: 4, pauseMs: 100 };
const RESTORED = 'restored';

export const backup: Run = {
  run: (bench) => {
    const { ownerUrl } = bench.dataSet.embedded;
    return runAs(ownerUrl, (original) =>
      runAs(urlOfDatabase(ownerUrl, 'postgres'), async (maintenance) => {
        const identity = await generateIdentity();
        await saveKey(original, bench, await identityToRecipient(identity));
        await printIdleLists(bench.fixture, 'lists no backup');
        const before = await lastIds(original);
        const file = await backUp(bench, original);
        const restoredUrl = urlOfDatabase(ownerUrl, RESTORED);
        try {
          await maintenance.query(`drop database if exists ${RESTORED} with (force)`);
          await maintenance.query(`create database ${RESTORED}`);
          await restore(file, identity, restoredUrl);
          await runAs(restoredUrl, (restored) => compare(original, restored, before));
          await proveLedger(restoredUrl);
        } finally {
          await maintenance.query(`drop database if exists ${RESTORED} with (force)`);
        }
      }),
    );
  },
};

/** Makes a backup while other clients sell and read. Returns the path of its file. */
async function backUp({ fixture, dataSet, server }: Bench, original: pg.Client): Promise<string> {
  const controller = new AbortController();
  const selling = sellUntil(controller.signal, fixture, SALES);
  const { result, most } = await measurePeakDuring(
    () => server.memoryMb(),
    () => measureListsDuring(fixture, () => runTask(fixture, original, { path: '/api/backups' })),
  );
  controller.abort();
  const { message, seconds } = result.result;
  const file = path.join(dataSet.folder, 'backups', message.replace('Backup feito: ', ''));
  if (!existsSync(file)) throw new Error(`no backup was made: ${message}`);
  const { rows } = await original.query<{ size: string }>(
    'select pg_database_size(current_database())::float8 / 1024 ^ 2 as size',
  );
  printFigure('the database (MB)', Number(rows[0]!.size));
  printFigure('the backup (MB)', statSync(file).size / 1024 ** 2);
  printFigure('made in (s)', seconds);
  printFigure('lines sold meanwhile', await selling);
  printLists('lists meanwhile', result.lists);
  printFigure('memory of the server at most (MB)', most);
  return file;
}

async function restore(file: string, identity: string, ownerUrl: string): Promise<void> {
  const start = performance.now();
  const { result, most } = await measurePeakDuring(
    () => process.memoryUsage().rss / 1024 ** 2,
    () =>
      restoreSnapshot({
        source: createReadStream(file),
        identities: [identity],
        trusted: 'any',
        ownerUrl,
      }),
  );
  printFigure('restored (s)', (performance.now() - start) / 1000);
  printFigure('rows restored', result.rows);
  printFigure('memory of the restoring process at most (MB)', most);
}

const saveKey = (original: pg.Client, { fixture }: Bench, recipient: string) =>
  original.query(
    `insert into backup_keys (recipient, challenge, word_digest, saved_by, saved_at)
     values ($1, '', '', $2, now())
     on conflict (is_current) do update set recipient = excluded.recipient`,
    [recipient, fixture.admin.id],
  );

type LastIds = ReadonlyMap<string, number | undefined>;

/** Returns the highest id of each table. The id is undefined for a table without ids. */
async function lastIds(original: pg.Client): Promise<LastIds> {
  const { rows } = await original.query<{ name: string; hasId: boolean }>(`
    select c.relname as name, a.attname is not null as "hasId" from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'int8'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname <> 'migrations' order by 1`);
  const last = new Map<string, number | undefined>();
  for (const { name, hasId } of rows) {
    const max = `select coalesce(max(id), 0)::float8 as id from "${name}"`;
    last.set(name, hasId ? (await original.query<{ id: number }>(max)).rows[0]!.id : undefined);
  }
  return last;
}

/**
 * Compares every row that existed before the backup began. A table that is updated during the
 * backup may differ, so its name is printed.
 */
async function compare(original: pg.Client, restored: pg.Client, before: LastIds): Promise<void> {
  let equalRows = 0;
  const others: string[] = [];
  for (const [table, last] of before) {
    const [expected, actual] = await Promise.all(
      [original, restored].map((each) => sumOf(each, table, last)),
    );
    if (expected!.sum === actual!.sum) equalRows += actual!.rows;
    else others.push(`${table} (${actual!.rows})`);
  }
  printFigure('rows equal one by one', equalRows);
  print(`tables that changed meanwhile: ${others.join(', ') || 'none'}`);
}

async function sumOf(client: pg.Client, table: string, last: number | undefined) {
  const { rows } = await client.query<{ rows: number; sum: string }>(
    `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum
     from "${table}" t ${last === undefined ? '' : `where id <= ${last}`}`,
  );
  return rows[0]!;
}

async function proveLedger(url: string): Promise<void> {
  const db = openDatabase({ url, connections: 1 });
  const { sum, drifted } = await verifyLedger({ db, log: pino({ level: 'silent' }) } as never);
  await db.close();
  printFigure('the ledger’s sum, restored', sum);
  printFigure('wallets that drifted, restored', drifted.length);
}
