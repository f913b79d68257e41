/** Tests the real server with a primary and a streaming replica. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exportLog, getLog } from '@ramal/contract/logs';
import { getReports } from '@ramal/contract/reports';
import { getTask } from '@ramal/contract/tasks';
import { exportMovements, getExtract, listMovements } from '@ramal/contract/resellers/credits';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Person, line, person } from '../accounts.ts';
import { type TestContext, call, createEmbeddedTestContext } from '../context.ts';
import { type DatabaseProxy, openProxy } from '../database-proxy.ts';
import { startReplica } from '../replica.ts';
import { makePanelServer } from '../../src/app.ts';
import { movementExport } from '../../src/credits/credits.ts';
import { runTask } from '../../src/tasks/run-tasks.ts';
import type { AppContext } from '../../src/foundation/app-context.ts';
import { createLogger } from '../../src/create-context.ts';
import { type Db, isUnavailable, openDatabase } from '../../src/foundation/database.ts';
import type { EmbeddedPostgres } from '../../src/foundation/postgres/embedded.ts';
import { startWorker } from '../../src/foundation/jobs.ts';
import { toReadingContext } from '../../src/foundation/queries/reading-context.ts';
import { openReplica } from '../../src/foundation/queries/replica.ts';

let ctx: TestContext;
let folder: string;
let standby: EmbeddedPostgres;
let proxy: DatabaseProxy;
/** A connection to the replica as its superuser. */
let replicaPool: pg.Pool;
let seller: Person;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-replica-'));
  // PostgreSQL may run as another user, which must be able to enter this folder.
  await chmod(folder, 0o755);
  ctx = await createEmbeddedTestContext(path.join(folder, 'primary'));
  standby = await startReplica(ctx.embedded!.ownerUrl, path.join(folder, 'replica'));
  proxy = await openProxy(standby.appUrl);
  replicaPool = new pg.Pool({ connectionString: standby.ownerUrl, max: 1 });
  const admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 10_000, grants: ['logs.export'] });
});
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await replicaPool.query('select pg_wal_replay_resume()');
  await proxy.mend();
  for (const close of open.splice(0)) await close();
});
afterAll(async () => {
  await replicaPool.end();
  await proxy.close();
  await standby.stop();
  await ctx.close();
  await rm(folder, { recursive: true });
});

/**
 * Long timeouts for tests that do not test timeouts, so that these tests also succeed on a busy
 * machine.
 */
const LONG = { timeoutMs: 15_000, restMs: 0 };
const SHORT = { timeoutMs: 100, restMs: 100 };

/** Starts another server on the primary that reads from the replica. */
async function start(limits = LONG, url = proxy.url) {
  const replica = openReplica({ url, primary: ctx.db, log: ctx.log, ...limits });
  const context: AppContext = { ...ctx, replica };
  const server: FastifyInstance = await makePanelServer(context);
  open.push(
    () => server.close(),
    () => replica.close(),
  );
  const app: TestContext = {
    ...context,
    clock: ctx.clock,
    server,
    owner: ctx.owner,
    close: () => ctx.close(),
  };
  return { app, replica };
}

const isReplica = async (app: AppContext): Promise<boolean> =>
  (await (
    await toReadingContext(app)
  ).db.first<{ is: boolean }>(sql`select pg_is_in_recovery() as is`))!.is;

describe('a replica', () => {
  it('only expensive reads use the replica', async () => {
    const { app, replica } = await start();
    await line(app, seller, { nota: 'Maria' });
    const { token } = seller;
    const params = { id: seller.id };
    const large = [
      () => call(app, getReports, {}, { token }),
      () => call(app, getExtract, {}, { token }),
      () => call(app, getLog, {}, { token }),
      () => call(app, exportLog, {}, { token: seller.token }),
      () => call(app, listMovements, { params, query: { search: 'linha' } }, { token }),
    ];
    for (const read of large) {
      const before = replica.reads.replica;
      const { status } = await read();
      expect([status, replica.reads.replica > before]).toEqual([200, true]);
    }
    const { replica: answered } = replica.reads;
    await call(app, listMovements, { params }, { token });
    expect(replica.reads).toEqual({ replica: answered, primary: 0 });
    const metrics = await app.server.inject('/metrics');
    expect(metrics.body).toContain(`ramal_replica_reads_total{by="replica"} ${answered}`);
    expect(metrics.body).toContain('ramal_replica_serves 1');
    expect(metrics.body).toMatch(/ramal_replica_behind_bytes \d/);
  });

  it('a read waits until the replica has the latest writes', async () => {
    const { app, replica } = await start();
    for (const note of ['recente-1', 'recente-2']) {
      await replicaPool.query('select pg_wal_replay_pause()');
      await line(app, seller, { nota: note });
      const pending = toReadingContext(app);
      expect(await Promise.race([pending, pause(100, 'waits')])).toBe('waits');
      await replicaPool.query('select pg_wal_replay_resume()');
      const rows = await (
        await pending
      ).db.many(sql`select from lines where note = ${note} and pg_is_in_recovery()`);
      expect(rows).toHaveLength(1);
    }
    expect(replica.reads).toEqual({ replica: 2, primary: 0 });
  });

  it('exports read from the replica', async () => {
    const { app, replica } = await start();
    const body = { id: seller.id };
    const started = await call(app, exportMovements, { body }, { token: seller.token });
    await runTask(app, [movementExport], started.body.task.id);
    const task = { params: { id: started.body.task.id } };
    const { body: done } = await call(app, getTask, task, { token: seller.token });
    expect(done.state).toBe('done');
    expect(replica.reads.primary).toBe(0);
    expect(replica.reads.replica).toBeGreaterThan(1);
  });

  it('a replica that is too far behind is skipped, and used again automatically', async () => {
    const { app, replica } = await start(SHORT);
    await expect.poll(() => isReplica(app)).toBe(true);
    const before = replica.reads.replica;
    await replicaPool.query('select pg_wal_replay_pause()');
    const sold = await line(app, seller);
    const { body } = await call(app, getLog, {}, { token: seller.token });
    expect(body.logs[0]!.usuario).toBe(sold.username);
    expect([replica.serves(), replica.reads.replica]).toEqual([false, before]);
    await expect.poll(() => replica.behindBytes()).toBeGreaterThan(0);
    await replicaPool.query('select pg_wal_replay_resume()');
    await expect.poll(() => isReplica(app)).toBe(true);
    expect(replica.serves()).toBe(true);
  });

  it.each(['cut', 'hold'] as const)('an unavailable replica (%s) causes no error', async (how) => {
    const { app, replica } = await start(SHORT);
    await expect.poll(() => isReplica(app)).toBe(true);
    await proxy[how]();
    for (let n = 0; n < 3; n += 1) {
      const { status } = await call(app, getExtract, {}, { token: seller.token });
      expect(status).toBe(200);
    }
    expect(replica.serves()).toBe(false);
    expect((await app.server.inject('/metrics')).statusCode).toBe(200);
    expect((await app.server.inject('/readyz')).statusCode).toBe(200);
    // The proxy also breaks the connections of open queries.
    await proxy.cut();
  });

  it('the primary answers when the replica fails between check and read', async () => {
    const { app } = await start();
    const { db } = await toReadingContext(app);
    await proxy.cut();
    expect(await db.first(sql`select pg_is_in_recovery() as is`)).toEqual({ is: false });
  });

  it('a primary or a copy of another cluster is not used as the replica', async () => {
    const [itself, another] = [ctx.embedded!.ownerUrl, inject('ownerUrl')];
    for (const url of [itself, another]) {
      const { app, replica } = await start(LONG, url);
      expect(await isReplica(app)).toBe(false);
      expect(replica.serves()).toBe(false);
    }
  });

  it('the replica connection rejects writes, even if its address is the primary’s', async () => {
    const db = openDatabase({ url: ctx.embedded!.ownerUrl, isReadOnly: true, connections: 1 });
    open.push(() => db.close());
    const writing = sql`update accounts set blocked_at = now()`;
    await expect(db.many(writing)).rejects.toMatchObject({ code: '25006' });
    const { app } = await start();
    expect(Object.keys((await toReadingContext(app)).db).toSorted()).toEqual(['first', 'many']);
  });

  it('a rehearsal does not read from the replica', async () => {
    const { app, replica } = await start();
    await app.db.rehearse(async () => expect(await isReplica(app)).toBe(false));
    expect(replica.reads).toEqual({ replica: 0, primary: 0 });
  });
});

// A connection to a standby is not used again for writes.
describe('a failover whose address leads to a standby first', () => {
  const write = (db: Db) =>
    db.tx((tx) => tx.run(sql`update accounts set blocked_at = blocked_at where id = ${seller.id}`));
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'written',
      ({ code }: { code: string }) => code,
    );

  async function openFailover(url: string) {
    const failover = await openProxy(url);
    open.push(() => failover.close());
    const lead = async (to: string) => {
      await failover.cut();
      failover.redirect(to);
      await failover.mend();
    };
    return { failover, lead };
  }

  it.each([1, 3])(
    'a failover leaves no connection to the standby in the pools of %i processes',
    async (processes) => {
      const primary = String(ctx.db.pool.options.connectionString);
      const { failover, lead } = await openFailover(primary);
      const dbs = Array.from({ length: processes }, () =>
        openDatabase({ url: failover.url, connections: 4 }),
      );
      open.push(() => Promise.all(dbs.map((db) => db.close())));
      const all = [...dbs, ...dbs, ...dbs, ...dbs];
      expect(new Set(await Promise.all(all.map((db) => codeOf(write(db)))))).toEqual(
        new Set(['written']),
      );
      await lead(standby.appUrl);
      // Reads create new connections in place of the broken ones. One write of each process still
      // reaches the standby.
      const read = () => Promise.allSettled(all.map((db) => db.many(sql`select pg_sleep(0.1)`)));
      await read();
      await read();
      for (const db of dbs) expect(await codeOf(write(db))).toBe('25006');
      failover.redirect(primary);
      const since = performance.now();
      expect(new Set(await Promise.all(all.map((db) => codeOf(write(db)))))).toEqual(
        new Set(['written']),
      );
      expect(performance.now() - since).toBeLessThan(1_000);
    },
  );

  it('a read of an unlogged table on the standby counts as unavailable', async () => {
    const db = openDatabase({ url: standby.appUrl, connections: 1 });
    open.push(() => db.close());
    const error = await db.many(sql`select from presence`).catch((reason: unknown) => reason);
    expect([error, isUnavailable(error)]).toMatchObject([{ code: '0A000' }, true]);
  });

  it('a failover leaves no listener connection on the standby', async () => {
    const { ownerUrl } = ctx.embedded!;
    const { failover, lead } = await openFailover(ownerUrl);
    const db = openDatabase({ url: failover.url, connections: 2 });
    open.push(() => db.close());
    await lead(standby.ownerUrl);
    expect(await codeOf(db.listen('proof', () => {}))).not.toBe('written');
    const listeners = async () =>
      (await replicaPool.query(`select from pg_stat_activity where query like 'listen "proof"%'`))
        .rows;
    await expect.poll(listeners).toEqual([]);
    failover.redirect(ownerUrl);
    const listening = await db.listen('proof', () => {});
    await listening.stop();
  });

  it('a worker that started on the standby receives its jobs after the failover', async () => {
    const { ownerUrl } = ctx.embedded!;
    const { failover } = await openFailover(standby.ownerUrl);
    const work = vi.fn<() => Promise<void>>(async () => {});
    const lines: string[] = [];
    const log = createLogger({ logLevel: 'debug' }, { write: (text) => void lines.push(text) });
    const worker = await startWorker({ ...ctx, log }, failover.url, [{ name: 'proof', work }]);
    open.push(() => worker.stop());
    await expect.poll(() => lines.join('')).toContain('the first claim of the worker failed');
    failover.redirect(ownerUrl);
    await ctx.owner.query(`select graphile_worker.add_job('proof')`);
    await expect.poll(() => work.mock.calls.length).toBe(1);
  });
});
