/**
 * `npm run bench -- --backup`: makes a backup while lines are sold and lists are read, then
 * restores it next to the original. Reports its size and time, the effect on readers and its
 * memory. Checks that every earlier row is restored.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Task } from '@ramal/contract/tasks';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import pino from 'pino';
import { restoreSnapshot } from '../../server/src/backups/restore-snapshot.ts';
import { verifyLedger } from '../../server/src/credits/credits.ts';
import { openDatabase } from '../../server/src/foundation/database.ts';
import { taskEnded, watchMemory } from './follow.ts';
import type { DataSet } from './open-data-set.ts';
import type { Fixture } from './fixture.ts';
import { connect } from './http.ts';
import { answered, readLists, reportLists } from './read-lists.ts';
import type { ServerProcess } from './server.ts';
import { formatFact } from './table.ts';

const SELLERS = 4;
const SELL_EVERY_MS = 100;
const CALM_SECONDS = 15;
const LONGEST_SECONDS = 3_600;
const RESTORED = 'restored';

interface Context {
  readonly fixture: Fixture;
  readonly dataSet: DataSet;
  readonly server: ServerProcess;
  readonly print: (line: string) => void;
}

export async function measureBackup({ fixture, dataSet, server, print }: Context): Promise<void> {
  const identity = await generateIdentity();
  const original = await connectTo(dataSet.embedded.ownerUrl);
  const admin = await connectTo(withDatabase(dataSet, 'postgres'));
  try {
    await saveKey(original, fixture, await identityToRecipient(identity));
    reportLists('no backup', await readLists(fixture, CALM_SECONDS), print);
    const before = await lastIds(original);
    const file = await backUp({ fixture, dataSet, server, print }, original);

    await admin.query(`drop database if exists ${RESTORED} with (force)`);
    await admin.query(`create database ${RESTORED}`);
    const restoredUrl = withDatabase(dataSet, RESTORED);
    const start = performance.now();
    const watch = watchMemory(() => process.memoryUsage().rss / 1024 ** 2);
    const { rows } = await restoreSnapshot({
      source: createReadStream(file),
      identities: [identity],
      trusted: 'any',
      ownerUrl: restoredUrl,
    });
    print(formatFact('restored (s)', (performance.now() - start) / 1000));
    print(formatFact('rows restored', rows));
    print(formatFact('memory of the restoring process at most (MB)', await watch()));
    await compare(original, restoredUrl, before, print);
  } finally {
    await admin.query(`drop database if exists ${RESTORED} with (force)`);
    await Promise.all([original.end(), admin.end()]);
  }
}

/** Returns the newest file, made by the server's own task while other clients sell and read. */
async function backUp(
  { fixture, dataSet, server, print }: Context,
  original: pg.Client,
): Promise<string> {
  const over = new AbortController();
  const watch = watchMemory(() => server.memoryMb());
  const selling = sellUntil(fixture, over.signal);
  const reading = readLists(fixture, LONGEST_SECONDS, over.signal);
  const start = performance.now();
  const { send, close } = connect(fixture.port, 1);
  const answer = await send({ method: 'POST', path: '/api/backups', token: fixture.admin.token });
  const { task } = JSON.parse(String(answer)) as { task: Task };
  const message = await taskEnded(original, task.id);
  const seconds = (performance.now() - start) / 1000;
  over.abort();
  close();
  const [sold, lists] = await Promise.all([selling, reading]);
  const file = path.join(dataSet.folder, 'backups', message.replace('Backup feito: ', ''));
  if (!existsSync(file)) throw new Error(`no backup was made: ${message}`);
  const { rows } = await original.query<{ size: string }>(
    'select pg_database_size(current_database())::float8 / 1024 ^ 2 as size',
  );
  print(formatFact('the database (MB)', Number(rows[0]!.size)));
  print(formatFact('the backup (MB)', statSync(file).size / 1024 ** 2));
  print(formatFact('made in (s)', seconds));
  print(formatFact('lines sold meanwhile', sold));
  reportLists('meanwhile', lists, print);
  print(formatFact('memory of the server at most (MB)', await watch()));
  return file;
}

async function sellUntil(fixture: Fixture, over: AbortSignal): Promise<number> {
  const { send, close } = connect(fixture.port, SELLERS);
  let sold = 0;
  const seller = async (): Promise<void> => {
    while (!over.aborted) {
      const { token } = fixture.random.from(fixture.sellers);
      const body = { isOficial: true, credits: 1, nota: 'Cliente da medida', package: 1 };
      const sale = {
        method: 'POST',
        path: '/api/users-iptv',
        token,
        body,
        key: randomUUID(),
      } as const;
      if (await answered(send(sale))) sold += 1;
      await pause(SELL_EVERY_MS);
    }
  };
  await Promise.all(Array.from({ length: SELLERS }, seller));
  close();
  return sold;
}

const saveKey = (original: pg.Client, { admin }: Fixture, recipient: string) =>
  original.query(
    `insert into backup_keys (recipient, challenge, word_digest, saved_by, saved_at)
     values ($1, '', '', $2, now())
     on conflict (is_current) do update set recipient = excluded.recipient`,
    [recipient, admin.id],
  );

type LastIds = ReadonlyMap<string, number | undefined>;

/** The highest id of each table. Undefined if its rows have no id. */
async function lastIds(original: pg.Client): Promise<LastIds> {
  const { rows } = await original.query<{ name: string; hasId: boolean }>(`
    select c.relname as name, a.attname is not null as "hasId" from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'int8'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations' order by 1`);
  const last = new Map<string, number | undefined>();
  for (const { name, hasId } of rows) {
    if (!hasId) last.set(name, undefined);
    else {
      const { rows: idRows } = await original.query(
        `select coalesce(max(id), 0)::float8 as id from "${name}"`,
      );
      last.set(name, idRows[0].id);
    }
  }
  return last;
}

/**
 * Compares every row that existed before the backup began. Tables that are updated during the
 * backup may differ.
 */
async function compare(
  original: pg.Client,
  restoredUrl: string,
  before: LastIds,
  print: Context['print'],
): Promise<void> {
  const restored = await connectTo(restoredUrl);
  let equalRows = 0;
  const others: string[] = [];
  for (const [table, last] of before) {
    const [originalSum, restoredSum] = await Promise.all(
      [original, restored].map((each) => sumOf(each, table, last)),
    );
    if (originalSum!.sum === restoredSum!.sum) equalRows += restoredSum!.rows;
    else others.push(`${table} (${restoredSum!.rows})`);
  }
  await restored.end();
  print(formatFact('rows equal one by one', equalRows));
  print(`tables that changed meanwhile: ${others.join(', ') || 'none'}`);
  const db = openDatabase({ url: restoredUrl, connections: 1 });
  const { sum, drifted } = await verifyLedger({ db, log: pino({ level: 'silent' }) } as never);
  await db.close();
  print(formatFact('the ledger’s sum, restored', sum));
  print(formatFact('wallets that drifted, restored', drifted.length));
}

async function sumOf(client: pg.Client, table: string, last: number | undefined) {
  const { rows } = await client.query<{ rows: number; sum: string }>(
    `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum
     from "${table}" t ${last === undefined ? '' : `where id <= ${last}`}`,
  );
  return rows[0]!;
}

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const withDatabase = ({ embedded }: DataSet, name: string): string =>
  embedded.ownerUrl.replace(/\/ramal(?=\?|$)/, `/${name}`);
