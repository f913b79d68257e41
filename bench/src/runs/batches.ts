/**
 * `npm run bench -- --batches`: imports, migrates, extends and deletes ten thousand lines in bulk
 * while other clients read their lists. During the extension the worker is killed and another
 * worker continues. At the end every row is compared with its events, and the ledger is checked.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch } from '@ramal/contract/batches';
import { verifyLedger } from '../../../server/src/credits/credits.ts';
import { runAs } from '../data-set/open.ts';
import type { Account, Fixture } from '../fixture.ts';
import { connect } from '../http.ts';
import { printFigure } from '../report.ts';
import type { Run } from '../run.ts';
import { spawnServer } from '../server.ts';
import { printIdleLists, printLists, measureListsDuring } from './observe.ts';

const ROWS = 10_000;
/**
 * Time limit in ms for ten thousand lines. It does not apply to the extension during which the
 * worker is killed.
 */
const LIMIT_MS = 12_000;
/** Note that marks the imported lines. */
const NOTE = 'importado na medida';

type Call = ReturnType<typeof connect>['call'];

export const batches: Run = {
  // Starts the server without a worker, because the run starts a separate worker and kills it.
  roles: 'panel,player',
  run: ({ fixture, dataSet }) =>
    runAs(dataSet.embedded.ownerUrl, async (db) => {
      const owner = fixture.large[1]!;
      const startWorker = () =>
        spawnServer({
          program: ['server/src/main.ts'],
          dataFolder: dataSet.folder,
          env: { RAMAL_ROLES: 'worker', RAMAL_LOG: 'error' },
        });
      const walletCredits = async (): Promise<number> => {
        const text = 'select balance::float8 / 100 as credits from wallets where id = $1';
        return (await db.query(text, [owner.wallet])).rows[0].credits;
      };
      await printIdleLists(fixture, 'lists, nobody in bulk', 2_000);
      const { call, close } = connect([fixture.port], 2);
      const { token } = owner;
      const readBatch = (id: number) => call<Batch>({ path: `/api/batches/${id}`, token });
      const startBulk = async (act: object): Promise<Batch> => {
        const body = { platform: 'iptv', reseller_id: 0, search: NOTE, ...act };
        const request = { method: 'POST', path: '/api/bulk-lines', token, body } as const;
        return (await call<{ batch: Batch }>(request)).batch;
      };
      const report = async (what: string, { id, total }: Batch, limit?: number) => {
        await waitUntilDone(readBatch, id, 1);
        const start = performance.now();
        const { result, lists } = await measureListsDuring(fixture, () =>
          waitUntilDone(readBatch, id, total),
        );
        const name = `${result.done} lines ${what} (ms), ${result.refused} refused`;
        printFigure(name, performance.now() - start, limit);
        printLists('    lists meanwhile', lists);
        return result;
      };
      await call({
        method: 'PUT',
        path: `/api/reg-users/${owner.id}`,
        token: fixture.admin.token,
        body: { action: 0, credits: 5 * ROWS, sale: 1 },
      });
      let worker = startWorker();
      try {
        await pause(3_000);
        await report('imported', await importFile(fixture, owner, call), LIMIT_MS);
        const before = await walletCredits();

        // The kill rolls back the open transaction. Committed outcomes remain.
        const extension = { act: 'extend', credits: 1 };
        const extending = await startBulk(extension);
        await waitUntilDone(readBatch, extending.id, ROWS / 3);
        worker.kill('SIGKILL');
        await once(worker, 'exit');
        const left = extending.total - (await readBatch(extending.id)).done;
        printFigure('rows left when the worker was killed', left);
        // Backdates the heartbeat of the killed worker, so that the next worker does not wait a
        // minute.
        await db.query(
          `update tasks set beat_at = now() - interval '2 minutes' where state = 'running'`,
        );
        worker = startWorker();
        const extended = await report('extended, with a kill in between', extending);
        const spent = before - (await walletCredits());
        const { rows } = await db.query(
          `select count(*)::int as events, count(distinct e.line_id)::int as lines
           from batch_rows r left join events e on e.line_id = r.line_id and e.kind = 'line-extended'
           where r.batch_id = $1 and r.outcome = 'done'`,
          [extending.id],
        );
        printFigure('rows extended twice', rows[0].events - rows[0].lines);
        printFigure('rows lost', extended.total - extended.done - extended.refused);
        printFigure('credits off by', spent - extended.charged);

        await report('extended', await startBulk(extension), LIMIT_MS);
        const migration = { act: 'migrate', to: 'p2p', product_id: 1 };
        await report('migrated to P2P', await startBulk(migration), LIMIT_MS);
        await report('deleted', await startBulk({ act: 'delete', platform: 'p2p' }), LIMIT_MS);
        const { sum, drifted } = await verifyLedger(fixture.app);
        printFigure('the ledger’s sum', sum);
        printFigure('wallets that drifted', drifted.length);
      } finally {
        worker.kill('SIGTERM');
        close();
      }
    }),
};

async function importFile({ pool }: Fixture, { token }: Account, call: Call): Promise<Batch> {
  const due = new Date(Date.now() + 25 * 86_400_000).toLocaleDateString('pt-BR');
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `77${String(n).padStart(7, '0')};senha${n};${due};${NOTE} ${n}`,
  );
  const { id, guess } = await call<{ id: number; guess: object }>({
    method: 'POST',
    path: '/api/line-files?name=medida.csv',
    token,
    body: ['usuario;senha;vencimento;nota', ...rows].join('\r\n'),
  });
  const packages = await pool.query(`select id::int from packages order by id limit 1`);
  const path = `/api/line-files/${id}`;
  const plan = { platform: 'iptv', ...guess, package: packages.rows[0].id };
  await call({ method: 'PUT', path: `${path}/plan`, token, body: plan });
  const started = { method: 'POST', path: `${path}/import`, token, body: {} } as const;
  return (await call<{ batch: Batch }>(started)).batch;
}

async function waitUntilDone(
  readBatch: (id: number) => Promise<Batch>,
  id: number,
  rows: number,
): Promise<Batch> {
  for (;;) {
    const batch = await readBatch(id);
    if (batch.done + batch.refused >= rows) return batch;
    if (batch.task.state === 'failed') throw new Error(batch.task.message);
    await pause(50);
  }
}
