/**
 * `npm run bench -- --batches`: ten thousand lines imported, migrated, extended and deleted in bulk while
 * people go on looking at their lists. In the middle of the extension the worker is killed without a
 * word; another goes on. In the end every row is held against its events, and the ledger proved.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch } from '@ramal/contract/batches';
import pg from 'pg';
import { verifyLedger } from '../../server/src/credits/verify-ledger.ts';
import { percentile } from './figures.ts';
import { connect } from './http.ts';
import type { Kept } from './keep-data-set.ts';
import { own, listScenario } from './scenarios/lists.ts';
import type { Person, Stage } from './stage.ts';
import { factRow } from './table.ts';

const ROWS = 10_000;
/** performance.md: extend or delete 10,000 lines. */
const LIMIT = { limit: 20_000, unit: 'ms' };
/** Who look at their lists meanwhile, each a few times a second: no load of its own. */
const LOOKING = 4;
const GLANCE_MS = 200;
const root = path.resolve(import.meta.dirname, '../..');

interface Place {
  readonly stage: Stage;
  readonly kept: Kept;
  readonly say: (line: string) => void;
}

export async function measureBatches({ stage, kept, say }: Place): Promise<void> {
  const owner = stage.large[1]!;
  const looking = await lookAtLists(stage, 2);
  say(factRow('lists, nobody in bulk, p50 (ms)', percentile(looking, 50)));
  say(factRow('lists, nobody in bulk, p95 (ms)', percentile(looking, 95)));
  const db = new pg.Client({ connectionString: kept.embedded.ownerUrl });
  await db.connect();
  const api = apiOf(stage, owner);
  await give(stage, owner, 5 * ROWS);
  let worker = startWorker(kept);
  const act = (body: object) =>
    api('/api/bulk-lines', { platform: 'iptv', reseller_id: 0, ...body });
  const mine = { search: MARK };
  try {
    await pause(3_000);
    const whole = async (what: string, started: { batch: Batch }, limit?: typeof LIMIT) =>
      report(say, what, await followed(stage, api, started.batch.id), limit);

    await whole('imported', await importFile(stage, owner, api));
    const before = await counted(db, owner);

    // Killed in the middle: what was in flight is undone, what was told stays told.
    const extending = (await act({ ...mine, act: 'extend', credits: 1 })) as { batch: Batch };
    const { id } = extending.batch;
    await untilDone(api, id, ROWS / 3);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const left = extending.batch.total - (await read(api, id)).done;
    say(factRow('rows left when the worker was killed', left));
    // Nobody waits a minute for a silence that is known.
    await db.query(
      `update tasks set beat_at = now() - interval '2 minutes' where state = 'running'`,
    );
    worker = startWorker(kept);
    await whole('extended, with a kill in between', extending);
    const after = await counted(db, owner);
    const { rows } = await db.query(
      `select count(*)::int as events, count(distinct e.line_id)::int as lines
       from batch_rows r left join events e on e.line_id = r.line_id and e.kind = 'line-extended'
       where r.batch_id = $1 and r.outcome = 'done'`,
      [id],
    );
    const told = await read(api, id);
    say(factRow('rows extended twice', rows[0].events - rows[0].lines));
    say(factRow('rows lost', told.total - told.done - told.refused));
    say(factRow('credits off by', before - after - told.charged));

    const again = { ...mine, act: 'extend', credits: 1 };
    await whole('extended', (await act(again)) as { batch: Batch }, LIMIT);
    const product = { ...mine, act: 'migrate', to: 'p2p', product_id: 1 };
    await whole('migrated to P2P', (await act(product)) as { batch: Batch });
    const gone = { ...mine, act: 'delete', platform: 'p2p' };
    await whole('deleted', (await act(gone)) as { batch: Batch }, LIMIT);
    const { sum, drifted } = await verifyLedger(stage.floor);
    say(factRow('the ledger’s sum', sum));
    say(factRow('wallets that drifted', drifted.length));
  } finally {
    worker.kill('SIGTERM');
    await db.end();
  }
}

/** In the notes of what is imported here. */
const MARK = 'importado na medida';

type Api = (path: string, body?: unknown, more?: RequestInit) => Promise<unknown>;

const apiOf =
  (stage: Stage, { token }: Person): Api =>
  async (to, body, more = {}) => {
    const answer = await fetch(`http://127.0.0.1:${stage.port}${to}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...more,
    });
    const told = (await answer.json()) as { message?: string };
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${told.message}`);
    return told;
  };

async function give(stage: Stage, { id }: Person, credits: number): Promise<void> {
  const body = JSON.stringify({ action: 0, credits, sale: 1 });
  await apiOf(stage, stage.admin)(`/api/reg-users/${id}`, undefined, { method: 'PUT', body });
}

async function importFile(stage: Stage, owner: Person, api: Api): Promise<{ batch: Batch }> {
  const due = new Date(Date.now() + 25 * 86_400_000).toLocaleDateString('pt-BR');
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `77${String(n).padStart(7, '0')};senha${n};${due};${MARK} ${n}`,
  );
  const file = new TextEncoder().encode(['usuario;senha;vencimento;nota', ...rows].join('\r\n'));
  const sent = (await api('/api/line-files?name=medida.csv', undefined, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/octet-stream',
    },
    body: file,
  })) as { id: number; guess: { columns: object; has_header: boolean } };
  const { rows: packages } = await stage.pool.query(
    `select id::int from packages order by id limit 1`,
  );
  await api(`/api/line-files/${sent.id}/plan`, undefined, {
    method: 'PUT',
    body: JSON.stringify({ platform: 'iptv', ...sent.guess, package: packages[0].id }),
  });
  return (await api(`/api/line-files/${sent.id}/import`, {})) as { batch: Batch };
}

/** The product's own worker, in a process of its own. */
function startWorker(kept: Kept): ChildProcess {
  const child = spawn(process.execPath, [path.join(root, 'server/src/main.ts')], {
    cwd: root,
    env: { ...process.env, RAMAL_DATA: kept.folder, RAMAL_ROLES: 'worker', RAMAL_LOG: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

const read = async (api: Api, id: number): Promise<Batch> =>
  (await api(`/api/batches/${id}`)) as Batch;

async function untilDone(api: Api, id: number, rows: number): Promise<Batch> {
  for (;;) {
    const batch = await read(api, id);
    if (batch.done + batch.refused >= rows) return batch;
    if (batch.task.state === 'failed') throw new Error(batch.task.message);
    await pause(50);
  }
}

interface Followed {
  readonly batch: Batch;
  /** From the first row seen done to the last. */
  readonly millis: number;
  readonly looked: readonly number[];
}

/** To its end, with people looking at lists all the while. */
async function followed(stage: Stage, api: Api, id: number): Promise<Followed> {
  await untilDone(api, id, 1);
  const start = performance.now();
  const over = new AbortController();
  const looking = lookAtLists(stage, 120, over.signal);
  const batch = await untilDone(api, id, (await read(api, id)).total);
  const millis = performance.now() - start;
  over.abort();
  return { batch, millis, looked: await looking };
}

function report(
  say: Place['say'],
  what: string,
  { batch, millis, looked }: Followed,
  limit?: typeof LIMIT,
): void {
  say(factRow(`${batch.done} lines ${what} (ms), ${batch.refused} refused`, millis, limit));
  say(factRow('    lists meanwhile, p50 (ms)', percentile(looked, 50)));
  say(factRow('    lists meanwhile, p95 (ms)', percentile(looked, 95)));
}

async function lookAtLists(stage: Stage, seconds: number, over?: AbortSignal): Promise<number[]> {
  const { ask, close } = connect(stage.port, LOOKING);
  try {
    const views = () => [{ page: 1, sort: 'exp_date', dir: 'asc' }] as const;
    const look = await listScenario('lists', own, LOOKING, {}, views).product(stage, ask);
    const took: number[] = [];
    const person = async (number: number): Promise<void> => {
      for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
        if (over?.aborted) return;
        const start = performance.now();
        await look(number);
        took.push(performance.now() - start);
        await pause(GLANCE_MS);
      }
    };
    await Promise.all(Array.from({ length: LOOKING }, (_, number) => person(number)));
    return took.sort((a, b) => a - b);
  } finally {
    close();
  }
}

/** Credits in the wallet. */
async function counted(db: pg.Client, { wallet }: Person): Promise<number> {
  const { rows } = await db.query(
    'select balance::float8 / 100 as credits from wallets where id = $1',
    [wallet],
  );
  return rows[0].credits;
}
