import { getTask, MAX_TASKS, stopTask } from '@ramal/contract/tasks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import {
  type TaskKind,
  requeueTasks,
  runNextTask,
  runTask,
  startBoundedTask,
  startTask,
} from './run-tasks.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx);
});
afterAll(() => ctx.close());

const start = async (payload: Record<string, unknown> = {}) =>
  (await ctx.db.tx((tx) => startTask(tx, { kind: 'count', accountId: seller.id, payload }))).id;
const look = async (id: number) =>
  (await call(ctx, getTask, { params: { id } }, { token: seller.token })).body;
const counting = (work: TaskKind['work'], undone?: TaskKind['undone']): TaskKind[] => [
  { kind: 'count', work, ...(undone ? { undone } : {}) },
];

it('waits, runs with its payload, and reports its progress and result', async () => {
  const id = await start({ to: 3 });
  expect(await look(id)).toMatchObject({
    kind: 'count',
    state: 'waiting',
    done: 0,
    finished_at_timestamp: null,
  });
  const seen: unknown[] = [];
  await runTask(
    ctx,
    counting(async (_ctx, { to }: { to: number }, progress) => {
      for (let n = 1; n <= to; n += 1) await progress.report(n, to, `${n} de ${to}`);
      seen.push(await look(id));
      return 'Contado.';
    }),
    id,
  );
  expect(seen).toMatchObject([{ state: 'running', done: 3, total: 3, message: '3 de 3' }]);
  expect(await look(id)).toMatchObject({ state: 'done', done: 3, total: 3, message: 'Contado.' });
});

it('is started in the caller’s transaction and rolled back with it', async () => {
  const jobs = async () =>
    Number((await ctx.owner.query('select count(*) from graphile_worker.jobs')).rows[0].count);
  const before = await jobs();
  await start();
  expect(await jobs()).toBe(before + 1);
  await expect(
    ctx.db.tx(async (tx) => {
      await startTask(tx, { kind: 'count', accountId: seller.id, payload: {} });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await jobs()).toBe(before + 1);
});

it('runs once for any number of workers', async () => {
  const id = await start();
  let runs = 0;
  const kinds = counting(async () => {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return 'Feito.';
  });
  await Promise.all([runTask(ctx, kinds, id), runTask(ctx, kinds, id), runTask(ctx, kinds, id)]);
  await runTask(ctx, kinds, id);
  expect(runs).toBe(1);
});

it('runs again when the heartbeats of its worker stop', async () => {
  const id = await start();
  await ctx.owner.query(
    `update tasks set state = 'running', beat_at = now() - interval '2 minutes' where id = $1`,
    [id],
  );
  await runTask(
    ctx,
    counting(async () => 'De novo.'),
    id,
  );
  expect(await look(id)).toMatchObject({ state: 'done', message: 'De novo.' });
});

it('fails after its workers died several times', async () => {
  const id = await start();
  let runs = 0;
  const kinds = counting(async () => {
    runs += 1;
    await ctx.owner.query(
      `update tasks set beat_at = now() - interval '2 minutes' where id = $1 and taken = $2`,
      [id, runs],
    );
    await runTask(ctx, kinds, id);
    return 'Tarde demais.';
  });
  await runTask(ctx, kinds, id);
  expect(runs).toBe(5);
  expect(await look(id)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('parou no meio deste trabalho várias vezes'),
  });
});

it('belongs to the second worker even if the first one is still alive', async () => {
  const id = await start();
  let reports = false;
  await runTask(
    ctx,
    counting(
      async (_ctx, _payload, progress) => {
        await ctx.owner.query(
          `update tasks set beat_at = now() - interval '2 minutes' where id = $1`,
          [id],
        );
        await runTask(
          ctx,
          counting(async (_one, _two, other) => {
            await expect(progress.report(7, 7)).rejects.toThrow('taken over');
            await other.report(2, 2);
            return 'O outro.';
          }),
          id,
        );
        throw new Error('found its rows there already');
      },
      async () => void (reports = true),
    ),
    id,
  );
  expect(await look(id)).toMatchObject({ state: 'done', done: 2, total: 2, message: 'O outro.' });
  expect(reports).toBe(false);
});

it('stops between two steps on request, and its module cleans up', async () => {
  const id = await start();
  const reports: string[] = [];
  await runTask(
    ctx,
    counting(
      async (_ctx, _payload, progress) => {
        await call(ctx, stopTask, { params: { id } }, { token: seller.token });
        await progress.report(1, 1);
        return 'não';
      },
      async (_ctx, _payload, message) => void reports.push(message),
    ),
    id,
  );
  expect(await look(id)).toMatchObject({ state: 'stopped', message: 'Parado a pedido.' });
  expect(reports).toEqual(['Parado a pedido.']);
});

it('never runs when it was stopped before its start', async () => {
  const id = await start();
  expect((await call(ctx, stopTask, { params: { id } }, { token: seller.token })).body.state).toBe(
    'stopped',
  );
  let ran = false;
  await runTask(
    ctx,
    counting(async () => String((ran = true))),
    id,
  );
  expect(ran).toBe(false);
});

it('fails with a readable reason and hides unexpected errors', async () => {
  const [supported, unknown] = [await start(), await start()];
  await runTask(
    ctx,
    counting(() => Promise.reject(new ExplainedFailure('A lista está vazia.'))),
    supported,
  );
  await runTask(
    ctx,
    counting(() => Promise.reject(new Error('column x does not exist'))),
    unknown,
  );
  expect(await look(supported)).toMatchObject({ state: 'failed', message: 'A lista está vazia.' });
  expect(await look(unknown)).toMatchObject({
    state: 'failed',
    message: 'Ocorreu um erro inesperado. Tente de novo.',
  });
});

describe('alternates between accounts', () => {
  const startFor = (accountId: number, start = startTask) =>
    ctx.db.tx((tx) => start(tx, { kind: 'count', accountId, payload: { accountId } }));
  beforeEach(() => ctx.owner.query(`update tasks set state = 'stopped' where state = 'waiting'`));

  it('a task does not wait behind all tasks of a busy account', async () => {
    const other = await person(ctx);
    for (let n = 0; n < 20; n += 1) await startFor(seller.id);
    await startFor(other.id);
    const order: number[] = [];
    const kinds = counting(async (_ctx, { accountId }: { accountId: number }) => {
      order.push(accountId);
      return 'Contado.';
    });
    for (let n = 0; n < 21; n += 1) await runNextTask(ctx, kinds);
    expect(order.slice(0, 2)).toContain(other.id);
    expect(order.filter((id) => id === seller.id)).toHaveLength(20);
  });

  it('an account runs at most two tasks at a time', async () => {
    const other = await person(ctx);
    for (let n = 0; n < 6; n += 1) await startFor(seller.id);
    await startFor(other.id);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const running: number[] = [];
    const kinds = counting(async (_ctx, { accountId }: { accountId: number }) => {
      running.push(accountId);
      await held;
      return 'Contado.';
    });
    let ended = 0;
    const workers = Array.from({ length: 6 }, () =>
      runNextTask(ctx, kinds).then(() => (ended += 1)),
    );
    // Three tasks run. The other three workers found no task and ended.
    await vi.waitFor(() => expect([running.length, ended]).toEqual([3, 3]), { timeout: 30_000 });
    expect(running.filter((id) => id === seller.id)).toHaveLength(2);
    expect(running).toContain(other.id);
    release();
    await Promise.all(workers);
    expect(running).toHaveLength(3);
    // The next task of the busy account was enqueued when one ended, so no task waits forever.
    const { rows } = await ctx.owner.query(
      `select count(*)::int as waiting from tasks where state = 'waiting' and account_id = $1`,
      [seller.id],
    );
    expect(rows).toEqual([{ waiting: 4 }]);
  });

  it('enqueues a waiting task again if no worker was notified', async () => {
    const { id } = await startFor(seller.id);
    const queued = async () =>
      (await ctx.owner.query(`select from graphile_worker.jobs where key = 'task-${id}'`)).rowCount;
    await ctx.owner.query(`select graphile_worker.remove_job('task-${id}')`);
    await requeueTasks.work(ctx, {});
    expect(await queued()).toBe(0);
    await ctx.owner.query(
      `update tasks set created_at = now() - interval '2 minutes' where id = $1`,
      [id],
    );
    await requeueTasks.work(ctx, {});
    expect(await queued()).toBe(1);
  });

  it('limits the open tasks of an account even for simultaneous requests', async () => {
    const busy = await person(ctx);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => startFor(busy.id, startBoundedTask)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_TASKS);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'tasks_too_many' },
    });
    await runNextTask(
      ctx,
      counting(async () => 'Contado.'),
    );
    await startFor(busy.id, startBoundedTask);
  });
});
