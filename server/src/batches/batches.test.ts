import { batchParticiple } from '@ramal/contract/rules/batch-outcomes';
import {
  MAX_BATCHES,
  exportBatchRows,
  continueBatch,
  getBatch,
  listBatchRows,
  listBatches,
} from '@ramal/contract/batches';
import { refuse } from '@ramal/contract/api/errors';
import { stopTask } from '@ramal/contract/tasks';
import { strFromU8, unzipSync } from 'fflate';
import { getExport } from '@ramal/contract/exports';
import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../test/accounts.ts';
import { verifyLedger } from '../credits/credits.ts';
import type { Caller } from '../foundation/caller.ts';
import { extendLine } from '../lines/lines.ts';
import { actAs } from '../sessions/sessions.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { type BatchKind, batchTask, startBatch } from './run-batch.ts';
import { batchRowExport } from './export-batch-rows.ts';
import { deleteOldRows } from '../retention/retention.ts';

const ROWS = 120;

let ctx: TestContext;
let owner: Person;
let lines: number[];
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  owner = await person(ctx, { balance: 100_000 });
  const { id } = await line(ctx, owner);
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, created_at, package_id, short_code)
     select 'iptv', owner_id, username || n, password, false, expires_at, created_at, package_id, short_code || n
     from lines, generate_series(2, $2) n where id = $1`,
    [id, ROWS],
  );
  const { rows } = await ctx.owner.query<{ id: string }>(
    'select id from lines where owner_id = $1 order by id',
    [owner.id],
  );
  lines = rows.map((row) => Number(row.id));
});

/**
 * Function that runs before the action on the nth row. The rows of all batches in a test are
 * counted together.
 */
let before: (nth: number) => Promise<void> = async () => {};
let acted = 0;
beforeEach(() => {
  before = async () => {};
  acted = 0;
});

const extending: BatchKind<{ readonly hundredths: number }> = {
  kind: 'extend-sample',
  act: async (inside, caller, { input: { hundredths }, row: { lineId } }) => {
    acted += 1;
    await before(acted);
    return extendLine(inside, caller, {
      lineRef: { id: lineId! },
      hundredths,
      present: () => ({
        message: 'feita',
        hundredths,
      }),
    });
  },
};
const kinds = [batchTask([extending] as unknown as BatchKind[]), batchRowExport];

const byOwner = async (): Promise<Caller> => ({
  actor: (await actAs(ctx, owner.id))!,
  requestMeta: {
    ip: '203.0.113.5',
    userAgent: 'x',
    requestId: 'pedido-1',
    baseUrl: 'http://localhost',
  },
  key: undefined,
});

async function start(ids: readonly number[] = lines, by?: Caller): Promise<number> {
  const caller = by ?? (await byOwner());
  const id = await ctx.db.tx((tx) =>
    startBatch(ctx, tx, caller, {
      kind: extending.kind,
      title: 'Estender 30 dias',
      asked: { hundredths: 100 },
      rows: sql`select row_number() over ()::int as number, id as line_id, '' as label, null::jsonb as asked
        from unnest(${ids}::bigint[]) id`,
    }),
  );
  return id!;
}

it.each([
  ['fewer', sql`3 - nextval('rows_asked')::int`],
  ['more', sql`nextval('rows_asked')::int`],
])('ends when there are %s rows than were counted', async (_, extraRows) => {
  await ctx.owner.query('drop sequence if exists rows_asked');
  await ctx.owner.query(
    'create sequence rows_asked; grant usage on sequence rows_asked to ramal_app',
  );
  const caller = await byOwner();
  const id = await ctx.db.tx((tx) =>
    startBatch(ctx, tx, caller, {
      kind: extending.kind,
      title: 'Estender 30 dias',
      asked: { hundredths: 100 },
      rows: sql`select number, (${lines}::bigint[])[number] as line_id, '' as label, null::jsonb as asked
        from generate_series(1, ${extraRows}) number`,
    }),
  );
  await run(id!);
  const { task, total, done } = await look(id!);
  expect([task.state, total - done]).toEqual(['done', 0]);
});

it('refuses a batch whose lines were all deleted after they were counted', async () => {
  await ctx.owner.query('drop sequence if exists rows_asked');
  await ctx.owner.query(
    'create sequence rows_asked; grant usage on sequence rows_asked to ramal_app',
  );
  const caller = await byOwner();
  const begun = ctx.db.tx((tx) =>
    startBatch(ctx, tx, caller, {
      kind: extending.kind,
      title: 'Estender 30 dias',
      asked: { hundredths: 100 },
      rows: sql`select number, ${lines[0]}::bigint as line_id, '' as label, null::jsonb as asked
        from generate_series(1, 2 - nextval('rows_asked')::int) number`,
    }),
  );
  await expect(begun).rejects.toMatchObject({ code: 'batch_empty' });
});

it('stops when the API key that started it is revoked', async () => {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into api_keys (account_id, name, scopes, spent_on, created_by, created_at)
     values ($1, 'Robô', '{lines:write}', '2026-11-21', $1, now()) returning id`,
    [owner.id],
  );
  const apiKey = { id: Number(rows[0]!.id), day: '2026-11-21' };
  const byKey = async (): Promise<Caller> => {
    const caller = await byOwner();
    return { ...caller, requestMeta: { ...caller.requestMeta, apiKey } };
  };
  const id = await start(lines, await byKey());
  before = async (nth) => {
    if (nth === 51) await ctx.owner.query('update api_keys set revoked_at = now()');
  };
  await run(id);
  const { task, done } = await look(id);
  expect([task.state, task.message, done]).toEqual([
    'failed',
    'A chave de API que pediu este trabalho não vale mais.',
    100,
  ]);
});

const account = () => ({ token: owner.token });
const look = async (id: number) => (await call(ctx, getBatch, { params: { id } }, account())).body;
const run = async (id: number) => runTask(ctx, kinds, (await look(id)).task.id);
const renewals = async (): Promise<number[]> => {
  const { rows } = await ctx.owner.query<{ n: string }>(
    `select count(e.id) as n from lines l left join events e on e.line_id = l.id and e.kind = 'line-extended'
     where l.owner_id = $1 group by l.id`,
    [owner.id],
  );
  return rows.map(({ n }) => Number(n));
};
const expectEachOnce = async () => {
  expect(await renewals()).toEqual(lines.map(() => 1));
  expect(await readAccountBalance(ctx, owner.id)).toBe(100_000 - 100 - ROWS * 100);
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
};

it('runs every row once and stores its outcome and price', async () => {
  const id = await start();
  expect(await look(id)).toMatchObject({ total: ROWS, done: 0, task: { state: 'waiting' } });
  await run(id);
  expect(await look(id)).toMatchObject({
    title: 'Estender 30 dias',
    done: ROWS,
    refused: 0,
    charged: ROWS,
    task: { state: 'done', done: ROWS, total: ROWS },
  });
  await expectEachOnce();
  await run(id);
  await expectEachOnce();
});

it('writes the IP address of the request in each event', async () => {
  await run(await start());
  const { rows } = await ctx.owner.query(
    `select distinct actor_id::int as actor, host(address) as address, request from events
     where account_id = $1 and kind = 'line-extended'`,
    [owner.id],
  );
  expect(rows).toEqual([{ actor: owner.id, address: '203.0.113.5', request: 'pedido-1' }]);
});

it('refuses a row with its reason and continues with the others', async () => {
  const { id: test } = await line(ctx, owner, { isOficial: false });
  const stranger = await person(ctx, { balance: 1000 });
  const { id: foreign } = await line(ctx, stranger);
  const id = await start([test, lines[0]!, foreign, lines[1]!]);
  await run(id);
  const { body } = await call(ctx, listBatchRows, { params: { id } }, account());
  expect(body.data.map(({ outcome }) => outcome)).toEqual(['refused', 'done', 'refused', 'done']);
  expect(body.data[0]!.message).toMatch(/teste/i);
  expect(body.data[2]).toMatchObject({ message: 'Não foi possível encontrar a linha', charged: 0 });
  const waiting = await call(
    ctx,
    listBatchRows,
    { params: { id }, query: { outcome: 'waiting' } },
    account(),
  );
  expect(waiting.body.total).toBe(0);
  expect(await look(id)).toMatchObject({ done: 2, refused: 2, charged: 2 });
});

it('rolls back the writes of a refused row, and nothing else', async () => {
  const spoiling: BatchKind = {
    kind: extending.kind,
    act: (inside, actor, act) =>
      inside.db.tx(async () => {
        const result = await extending.act(inside, actor, act);
        return act.row.number % 2 === 0 ? refuse('trial_not_renewable') : result;
      }),
  };
  const id = await start();
  const { task } = await look(id);
  await runTask(ctx, [batchTask([spoiling])], task.id);
  expect(await look(id)).toMatchObject({ done: ROWS / 2, refused: ROWS / 2, charged: ROWS / 2 });
  expect((await renewals()).filter((n) => n === 1).length).toBe(ROWS / 2);
  expect(await readAccountBalance(ctx, owner.id)).toBe(100_000 - 100 - (ROWS / 2) * 100);
});

it('continues an interrupted batch in the middle of a chunk on request', async () => {
  const id = await start();
  before = async (nth) => {
    if (nth === 70) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  };
  await run(id);
  expect(await look(id)).toMatchObject({ done: 50, task: { state: 'failed' } });
  const gone = await call(ctx, continueBatch, { params: { id }, body: {} }, account());
  expect(gone.body.batch.task.state).toBe('waiting');
  await run(id);
  expect(await look(id)).toMatchObject({ done: ROWS, task: { state: 'done' } });
  await expectEachOnce();
});

it('processes each row once when two workers run the same batch', async () => {
  const id = await start();
  const { task } = await look(id);
  let other: Promise<void> | undefined;
  before = async (nth) => {
    if (nth !== 20) return;
    await ctx.owner.query(`update tasks set beat_at = now() - interval '2 minutes' where id = $1`, [
      task.id,
    ]);
    other = runTask(ctx, kinds, task.id);
  };
  await run(id);
  await other;
  expect(await look(id)).toMatchObject({ done: ROWS, refused: 0, task: { state: 'done' } });
  await expectEachOnce();
});

it('stops between two chunks, keeps the results and can be continued', async () => {
  const id = await start();
  before = async (nth) => {
    if (nth !== 10) return;
    await call(ctx, stopTask, { params: { id: (await look(id)).task.id } }, account());
    // Waits until the batch writes its progress again, because the batch then also detects a stop.
    await pause(450);
  };
  await run(id);
  const stopped = await look(id);
  expect(stopped.task.state).toBe('stopped');
  expect(stopped.done).toBeLessThan(ROWS);
  await call(ctx, continueBatch, { params: { id }, body: {} }, account());
  await run(id);
  expect(await look(id)).toMatchObject({ done: ROWS });
  await expectEachOnce();
});

it('ends when its account is blocked', async () => {
  const id = await start();
  const { task } = await look(id);
  // This action locks neither the wallet nor the account, so a block does not have to wait for the
  // chunk.
  const idle: BatchKind = {
    kind: extending.kind,
    act: async () => {
      acted += 1;
      if (acted === 10)
        await ctx.owner.query('update accounts set blocked_at = now() where id = $1', [owner.id]);
      return { message: 'feita' };
    },
  };
  await runTask(ctx, [batchTask([idle])], task.id);
  const { rows } = await ctx.owner.query(
    'select done, (select state from tasks where id = task_id) from batches where id = $1',
    [id],
  );
  expect(rows).toEqual([{ done: 50, state: 'failed' }]);
});

it.each([
  {
    what: 'the panel is closed',
    close: () => ctx.owner.query(`update flags set is_on = false where name = 'login'`),
    open: () => ctx.owner.query(`update flags set is_on = true where name = 'login'`),
    message: /acesso ao painel está suspenso/,
  },
  {
    what: 'a second factor is required of the account',
    close: () =>
      ctx.owner.query(
        `insert into second_factor_rules (required_from, set_by, set_at) values ('2026-01-01', $1, now())`,
        [owner.id],
      ),
    open: () => ctx.owner.query('delete from second_factor_rules'),
    message: /segundo fator/,
  },
])('stops when $what and can be continued afterwards', async (port) => {
  const id = await start();
  const { task } = await look(id);
  before = async (nth) => {
    if (nth === 10) await port.close();
  };
  await runTask(ctx, kinds, task.id);
  await port.open();
  before = async () => {};
  const stopped = await look(id);
  expect(stopped).toMatchObject({ done: 50, task: { state: 'failed' } });
  expect(stopped.task.message).toMatch(port.message);
  await call(ctx, continueBatch, { params: { id }, body: {} }, account());
  await run(id);
  await expectEachOnce();
});

it('can be continued only when it is not running and rows remain', async () => {
  const id = await start();
  const again = () => call(ctx, continueBatch, { params: { id }, body: {} }, account());
  expect((await again()).body.code).toBe('batch_running');
  await run(id);
  expect((await again()).body.code).toBe('batch_finished');
});

it('is continued once for several simultaneous requests', async () => {
  const id = await start();
  await call(ctx, stopTask, { params: { id: (await look(id)).task.id } }, account());
  const again = () => call(ctx, continueBatch, { params: { id }, body: {} }, account());
  const all = await Promise.all(Array.from({ length: 6 }, again));
  const refused = all.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => body.code)).toEqual(
    Array.from({ length: 5 }, () => 'batch_running'),
  );
  await run(id);
  await expectEachOnce();
});

it('limits an account to ten unfinished batches', async () => {
  const ids: number[] = [];
  for (let n = 0; n < MAX_BATCHES; n += 1) ids.push(await start(lines.slice(0, 1)));
  await expect(start(lines.slice(0, 1))).rejects.toThrow('Você já tem 10 lotes em andamento.');
  await call(ctx, stopTask, { params: { id: (await look(ids[0]!)).task.id } }, account());
  await start(lines.slice(0, 1));
  const again = await call(ctx, continueBatch, { params: { id: ids[0]! }, body: {} }, account());
  expect(again.body.code).toBe('batches_too_many');
  await run(ids[1]!);
  await start(lines.slice(0, 1));
});

it('creates no batch without rows', async () => {
  const asker = await byOwner();
  const none = await ctx.db.tx((tx) =>
    startBatch(ctx, tx, asker, {
      kind: extending.kind,
      title: 'Nada',
      asked: {},
      rows: sql`select 1 as number, null::bigint as line_id, '' as label, null::jsonb as asked where false`,
    }),
  );
  expect(none).toBeUndefined();
  expect((await call(ctx, listBatches, {}, account())).body.total).toBe(0);
});

it('exports its rows as a spreadsheet', async () => {
  const id = await start(lines.slice(0, 3));
  await run(id);
  const started = await call(ctx, exportBatchRows, { params: { id }, body: {} }, account());
  await runTask(ctx, kinds, started.body.task.id);
  const file = await call(
    ctx,
    getExport,
    { params: { token: started.body.url.split('/').at(-1)! } },
    {},
  );
  const sheet = strFromU8(unzipSync(file.body)['xl/worksheets/sheet1.xml']!);
  expect(sheet.match(/<row /g)?.length).toBe(4);
  // The file contains the same words as the screen.
  expect(sheet).toContain(batchParticiple(extending.kind));
  expect(sheet).toContain('Cliente');
});

it('hides the password of a line whose platform the account may no longer read', async () => {
  const id = await start(lines.slice(0, 2));
  await run(id);
  await ctx.owner.query(
    `update lines set platform = 'new-p2p', password = 'senha-' || id where id = $1`,
    [lines[0]],
  );
  await ctx.owner.query(`update lines set password = 'senha-' || id where id = $1`, [lines[1]]);
  const started = await call(ctx, exportBatchRows, { params: { id }, body: {} }, account());
  await runTask(ctx, kinds, started.body.task.id);
  const params = { token: started.body.url.split('/').at(-1)! };
  const file = await call(ctx, getExport, { params }, {});
  const sheet = strFromU8(unzipSync(file.body)['xl/worksheets/sheet1.xml']!);
  expect(sheet.match(/senha-\d+/g)).toEqual([`senha-${lines[1]}`]);
  expect(sheet.match(/<row /g)?.length).toBe(3);
});

it('is deleted after its retention period but not while it runs', async () => {
  const [old, running] = [await start(lines.slice(0, 2)), await start(lines.slice(2, 4))];
  await run(old);
  ctx.clock.forward(31 * 86_400_000);
  await deleteOldRows(ctx, 'day');
  const { rows } = await ctx.owner.query('select id::int from batches where account_id = $1', [
    owner.id,
  ]);
  ctx.clock.forward(-31 * 86_400_000);
  expect(rows).toEqual([{ id: running }]);
});
