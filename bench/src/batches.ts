/**
 * `npm run bench -- --batches`: ten thousand lines are imported, migrated, extended and deleted in
 * bulk while other clients read their lists. During the extension the worker is killed and another
 * one continues. At the end every row is compared with its events, and the ledger is checked.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch } from '@ramal/contract/batches';
import pg from 'pg';
import { verifyLedger } from '../../server/src/credits/credits.ts';
import { percentile } from './figures.ts';
import type { DataSet } from './open-data-set.ts';
import { readLists } from './read-lists.ts';
import type { Account, Fixture } from './fixture.ts';
import { formatFact } from './table.ts';

const ROWS = 10_000;
/**
 * The goal for ten thousand lines. It does not apply to the killed worker, whose task is resumed
 * within a minute.
 */
const LIMIT = { limit: 12_000, unit: 'ms' };
const root = path.resolve(import.meta.dirname, '../..');

interface Context {
  readonly fixture: Fixture;
  readonly dataSet: DataSet;
  readonly print: (line: string) => void;
}

export async function measureBatches({ fixture, dataSet, print }: Context): Promise<void> {
  const owner = fixture.large[1]!;
  const { took: listTimes } = await readLists(fixture, 2);
  print(formatFact('lists, nobody in bulk, p50 (ms)', percentile(listTimes, 50)));
  print(formatFact('lists, nobody in bulk, p95 (ms)', percentile(listTimes, 95)));
  const db = new pg.Client({ connectionString: dataSet.embedded.ownerUrl });
  await db.connect();
  const api = apiFor(fixture, owner);
  await giveCredits(fixture, owner, 5 * ROWS);
  let worker = startWorker(dataSet);
  const startBulk = (body: object) =>
    api('/api/bulk-lines', { platform: 'iptv', reseller_id: 0, ...body });
  const selection = { search: NOTE };
  try {
    await pause(3_000);
    const reportBatch = async (what: string, started: { batch: Batch }, limit?: typeof LIMIT) =>
      report(print, what, await waitForBatch(fixture, api, started.batch.id), limit);

    await reportBatch('imported', await importFile(fixture, owner, api), LIMIT);
    const before = await walletCredits(db, owner);

    // After the kill the open transaction is undone, and committed outcomes remain.
    const extending = (await startBulk({ ...selection, act: 'extend', credits: 1 })) as {
      batch: Batch;
    };
    const { id } = extending.batch;
    await waitUntilDone(api, id, ROWS / 3);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const left = extending.batch.total - (await read(api, id)).done;
    print(formatFact('rows left when the worker was killed', left));
    // The missing heartbeat is backdated, so that the next worker need not wait a minute.
    await db.query(
      `update tasks set beat_at = now() - interval '2 minutes' where state = 'running'`,
    );
    worker = startWorker(dataSet);
    await reportBatch('extended, with a kill in between', extending);
    const after = await walletCredits(db, owner);
    const { rows } = await db.query(
      `select count(*)::int as events, count(distinct e.line_id)::int as lines
       from batch_rows r left join events e on e.line_id = r.line_id and e.kind = 'line-extended'
       where r.batch_id = $1 and r.outcome = 'done'`,
      [id],
    );
    const batch = await read(api, id);
    print(formatFact('rows extended twice', rows[0].events - rows[0].lines));
    print(formatFact('rows lost', batch.total - batch.done - batch.refused));
    print(formatFact('credits off by', before - after - batch.charged));

    const again = { ...selection, act: 'extend', credits: 1 };
    await reportBatch('extended', (await startBulk(again)) as { batch: Batch }, LIMIT);
    const migration = { ...selection, act: 'migrate', to: 'p2p', product_id: 1 };
    await reportBatch('migrated to P2P', (await startBulk(migration)) as { batch: Batch }, LIMIT);
    const deletion = { ...selection, act: 'delete', platform: 'p2p' };
    await reportBatch('deleted', (await startBulk(deletion)) as { batch: Batch }, LIMIT);
    const { sum, drifted } = await verifyLedger(fixture.app);
    print(formatFact('the ledger’s sum', sum));
    print(formatFact('wallets that drifted', drifted.length));
  } finally {
    worker.kill('SIGTERM');
    await db.end();
  }
}

/** The note of the imported lines. */
const NOTE = 'importado na medida';

type Api = (path: string, body?: unknown, more?: RequestInit) => Promise<unknown>;

const apiFor =
  (fixture: Fixture, { token }: Account): Api =>
  async (to, body, more = {}) => {
    const answer = await fetch(`http://127.0.0.1:${fixture.port}${to}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...more,
    });
    const result = (await answer.json()) as { message?: string };
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${result.message}`);
    return result;
  };

async function giveCredits(fixture: Fixture, { id }: Account, credits: number): Promise<void> {
  const body = JSON.stringify({ action: 0, credits, sale: 1 });
  await apiFor(fixture, fixture.admin)(`/api/reg-users/${id}`, undefined, { method: 'PUT', body });
}

async function importFile(fixture: Fixture, owner: Account, api: Api): Promise<{ batch: Batch }> {
  const due = new Date(Date.now() + 25 * 86_400_000).toLocaleDateString('pt-BR');
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `77${String(n).padStart(7, '0')};senha${n};${due};${NOTE} ${n}`,
  );
  const file = new TextEncoder().encode(['usuario;senha;vencimento;nota', ...rows].join('\r\n'));
  const uploaded = (await api('/api/line-files?name=medida.csv', undefined, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/octet-stream',
    },
    body: file,
  })) as { id: number; guess: { columns: object; has_header: boolean } };
  const { rows: packages } = await fixture.pool.query(
    `select id::int from packages order by id limit 1`,
  );
  await api(`/api/line-files/${uploaded.id}/plan`, undefined, {
    method: 'PUT',
    body: JSON.stringify({ platform: 'iptv', ...uploaded.guess, package: packages[0].id }),
  });
  return (await api(`/api/line-files/${uploaded.id}/import`, {})) as { batch: Batch };
}

/** Starts the server's worker in a separate process. */
function startWorker(dataSet: DataSet): ChildProcess {
  const child = spawn(process.execPath, [path.join(root, 'server/src/main.ts')], {
    cwd: root,
    env: { ...process.env, RAMAL_DATA: dataSet.folder, RAMAL_ROLES: 'worker', RAMAL_LOG: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

const read = async (api: Api, id: number): Promise<Batch> =>
  (await api(`/api/batches/${id}`)) as Batch;

async function waitUntilDone(api: Api, id: number, rows: number): Promise<Batch> {
  for (;;) {
    const batch = await read(api, id);
    if (batch.done + batch.refused >= rows) return batch;
    if (batch.task.state === 'failed') throw new Error(batch.task.message);
    await pause(50);
  }
}

interface FinishedBatch {
  readonly batch: Batch;
  /** From the first completed row to the last. */
  readonly millis: number;
  readonly listTimes: readonly number[];
}

/** Waits for the end of the batch while other clients read lists. */
async function waitForBatch(fixture: Fixture, api: Api, id: number): Promise<FinishedBatch> {
  await waitUntilDone(api, id, 1);
  const start = performance.now();
  const over = new AbortController();
  const listTimes = readLists(fixture, 120, over.signal);
  const batch = await waitUntilDone(api, id, (await read(api, id)).total);
  const millis = performance.now() - start;
  over.abort();
  return { batch, millis, listTimes: (await listTimes).took };
}

function report(
  print: Context['print'],
  what: string,
  { batch, millis, listTimes }: FinishedBatch,
  limit?: typeof LIMIT,
): void {
  print(formatFact(`${batch.done} lines ${what} (ms), ${batch.refused} refused`, millis, limit));
  print(formatFact('    lists meanwhile, p50 (ms)', percentile(listTimes, 50)));
  print(formatFact('    lists meanwhile, p95 (ms)', percentile(listTimes, 95)));
}

/** Credits in the account's wallet. */
async function walletCredits(db: pg.Client, { wallet }: Account): Promise<number> {
  const { rows } = await db.query(
    'select balance::float8 / 100 as credits from wallets where id = $1',
    [wallet],
  );
  return rows[0].credits;
}
