/**
 * Tests that an interrupted import that is continued has the same result as an uninterrupted one.
 * The test simulates the interruptions.
 */
import { getImport, applyImport } from '@ramal/contract/catalogue/catalogue-lists';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListedEntry, apply, m3u, newList, readList, work } from '../../../test/catalogue.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import type { AppContext } from '../../foundation/app-context.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const entry = (n: number, more: Partial<ListedEntry> = {}): ListedEntry => ({
  name: n % 3 === 0 ? `Série ${n % 7} S01E${n}` : `Canal ${n}`,
  url: `http://p.example/${n}.ts`,
  group: `Grupo ${n % 5}`,
  ...more,
});
const before = Array.from({ length: 2600 }, (_, n) => entry(n));
/**
 * Second list. Compared with `before`, 200 entries are removed, 200 are new and 400 are renamed.
 */
const after = Array.from({ length: 2600 }, (_, n) =>
  entry(n + 200, n < 400 ? { name: `Outro ${n}` } : {}),
);

async function streams(list: number) {
  const { rows } = await ctx.owner.query(
    `select s.kind, s.name, s.source, c.name as category, x.name as series, s.season, s.episode, s.gone_at is not null as gone
     from streams s join categories c on c.id = s.category_id left join series x on x.id = s.series_id
     where s.list_id = $1 order by s.source`,
    [list],
  );
  return rows;
}

/**
 * Returns a context in which the nth transaction and all later ones fail, as if the process had
 * stopped.
 */
function dyingAt(n: number): AppContext & { begun: () => number } {
  let begun = 0;
  return {
    ...ctx,
    begun: () => begun,
    db: {
      ...ctx.db,
      tx: (writing) => {
        begun += 1;
        return begun >= n ? Promise.reject(new Error('killed')) : ctx.db.tx(writing);
      },
    },
  };
}

async function imported(breaks: readonly number[]) {
  const list = await newList(ctx, admin);
  await apply(ctx, admin, (await readList(ctx, admin, list, m3u(before))).id);
  const { id } = await readList(ctx, admin, list, m3u(after));
  const as = { token: admin.token };
  const response = await call(ctx, applyImport, { params: { id }, body: {} }, as);
  for (const at of breaks) {
    const dying = dyingAt(at);
    await expect(work(dying, response.body.task)).rejects.toThrow('killed');
    expect(dying.begun()).toBeGreaterThanOrEqual(at);
    // Simulates a stopped worker: the heartbeat of its task is old.
    await ctx.owner.query(`update tasks set beat_at = now() - interval '5 minutes' where id = $1`, [
      response.body.task!.id,
    ]);
    expect((await call(ctx, getImport, { params: { id } }, as)).body.state).toBe('applying');
  }
  await work(ctx, response.body.task);
  const done = (await call(ctx, getImport, { params: { id } }, as)).body;
  return { done, streams: await streams(list) };
}

it('an interrupted import applies every entry exactly once', async () => {
  const whole = await imported([]);
  expect(whole.done).toMatchObject({
    state: 'applied',
    counts: { new: 200, changed: 400, gone: 200, same: 2000 },
  });
  expect(whole.streams).toHaveLength(2800);
  expect(whole.streams.filter(({ gone }) => gone)).toHaveLength(200);
  for (const breaks of [[2], [3], [4], [6], [7, 3, 4]]) {
    const broken = await imported(breaks);
    expect(broken.done).toMatchObject({ state: 'applied', task: { state: 'done' } });
    expect(broken.streams).toEqual(whole.streams);
  }
}, 300_000);

it('an import whose worker died before it recorded the end is finished', async () => {
  const list = await newList(ctx, admin);
  const dies = (task: { id: number } | null) =>
    ctx.owner.query(
      `update tasks set state = 'running', beat_at = now() - interval '5 minutes' where id = $1`,
      [task!.id],
    );
  const again = async (id: number) => {
    const as = { token: admin.token };
    const { task } = (await call(ctx, getImport, { params: { id } }, as)).body;
    await dies(task);
    await work(ctx, task);
    return (await call(ctx, getImport, { params: { id } }, as)).body;
  };
  const { id } = await readList(ctx, admin, list, m3u(before.slice(0, 3)));
  expect(await again(id)).toMatchObject({
    state: 'ready',
    counts: { new: 3 },
    task: { state: 'done' },
  });
  await apply(ctx, admin, id);
  expect(await again(id)).toMatchObject({ state: 'applied', task: { state: 'done' } });
  expect(await streams(list)).toHaveLength(3);
});

it('a failed import can be applied again', async () => {
  const list = await newList(ctx, admin);
  const { id } = await readList(ctx, admin, list, m3u(before));
  const response = await call(
    ctx,
    applyImport,
    { params: { id }, body: {} },
    { token: admin.token },
  );
  let batches = 0;
  const failing: AppContext = {
    ...ctx,
    db: {
      ...ctx.db,
      tx: (writing) =>
        ctx.db.tx(async (tx) => {
          return writing({
            ...tx,
            run: (query, name) => {
              if (query.text.includes('set applied = true') && (batches += 1) === 2)
                throw new Error('disk full');
              return tx.run(query, name);
            },
          });
        }),
    },
  };
  await work(failing, response.body.task);
  const failed = (await call(ctx, getImport, { params: { id } }, { token: admin.token })).body;
  expect(failed).toMatchObject({
    state: 'ready',
    task: { state: 'failed', message: 'Ocorreu um erro inesperado. Tente de novo.' },
  });
  expect(await streams(list)).toHaveLength(1000);
  expect((await apply(ctx, admin, id)).state).toBe('applied');
  expect(await streams(list)).toHaveLength(2600);
});
