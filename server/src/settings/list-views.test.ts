import {
  deleteListView,
  getListViews,
  type ListName,
  MAX_VIEWS,
  saveListView,
} from '@ramal/contract/list-views';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
let other: Person;

beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx);
  other = await person(ctx);
});
beforeEach(() => ctx.owner.query('delete from list_views'));
afterAll(() => ctx.close());

type Body = Omit<NonNullable<Parameters<typeof call<typeof saveListView>>[2]>['body'], 'list'>;

const save = (body: Body, by = seller, list: ListName = 'lines-iptv') =>
  call(ctx, saveListView, { body: { list, ...body } }, { token: by.token });
const read = async (by = seller, list: ListName = 'lines-iptv') =>
  (await call(ctx, getListViews, { query: { list } }, { token: by.token })).body;
const erase = (id: number, by = seller) =>
  call(ctx, deleteListView, { params: { id } }, { token: by.token });

it('returns no view before one is stored', async () => {
  expect(await read()).toEqual({ arrangement: null, views: [] });
});

it('stores the settings of one list and replaces them when saved again', async () => {
  await save({ settings: { order: ['note', 'status'], hidden: ['password'] } });
  await save({ settings: { order: ['status'], per_page: 30, row_height: 56 } });
  expect(await read()).toEqual({
    arrangement: { order: ['status'], hidden: [], shown: [], per_page: 30, row_height: 56 },
    views: [],
  });
  expect(await read(seller, 'resellers')).toEqual({ arrangement: null, views: [] });
});

it('stores views by name in order and replaces one with the same name', async () => {
  const { id } = (await save({ name: 'Vencem hoje', settings: { address: { expiring: 2 } } })).body;
  await save({ name: 'às moscas', settings: { address: { status: 'Desativado', dir: 'desc' } } });
  expect((await save({ name: ' Vencem hoje ', settings: { hidden: ['note'] } })).body.id).toBe(id);
  const { views } = await read();
  expect(views.map(({ name }) => name)).toEqual(['às moscas', 'Vencem hoje']);
  expect(views[0]!.settings.address).toEqual({ status: 'Desativado', dir: 'desc' });
  expect(views[1]!.settings).toEqual({ order: [], hidden: ['note'], shown: [] });
});

it('allows at most one default view per list', async () => {
  await save({ name: 'a', settings: {}, is_default: true });
  await save({ name: 'b', settings: {}, is_default: true });
  expect((await read()).views.map(({ name, is_default }) => [name, is_default])).toEqual([
    ['a', false],
    ['b', true],
  ]);
  await save({ name: 'b', settings: {} });
  expect((await read()).views.some(({ is_default }) => is_default)).toBe(false);
});

it('stores the arranged settings as no named view', async () => {
  await save({ settings: {}, is_default: true });
  const { rows } = await ctx.owner.query('select name, is_default from list_views');
  expect(rows).toEqual([{ name: '', is_default: false }]);
});

it('hides views from other accounts and deletes none for an invented id', async () => {
  const { id } = (await save({ name: 'minha', settings: {} })).body;
  expect(await read(other)).toEqual({ arrangement: null, views: [] });
  await save({ name: 'minha', settings: { hidden: ['note'] } }, other);
  expect((await erase(id, other)).body).toMatchObject({ code: 'list_view_not_found' });
  expect((await read()).views).toMatchObject([{ id, settings: { hidden: [] } }]);
  expect((await erase(id)).status).toBe(200);
  expect((await erase(id)).status).toBe(404);
  expect((await read()).views).toEqual([]);
});

it(`stores at most ${MAX_VIEWS} views of a list in simultaneous calls and still replaces one`, async () => {
  for (let n = 1; n < MAX_VIEWS; n += 1) await save({ name: `v${n}`, settings: {} });
  const both = await Promise.all(['x', 'y'].map((name) => save({ name, settings: {} })));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]));
  expect(both.find(({ status }) => status === 422)!.body).toMatchObject({
    code: 'list_views_full',
    message: 'Cada lista guarda até 30 visões. Apague uma para guardar outra.',
  });
  expect((await save({ name: 'v1', settings: { hidden: ['note'] } })).status).toBe(200);
  expect((await save({ settings: {} })).status).toBe(200);
  expect((await save({ name: 'v1', settings: {} }, seller, 'resellers')).status).toBe(200);
  expect((await read()).views).toHaveLength(MAX_VIEWS);
});

it('waits for another request of the same account that saves', async () => {
  const other = await ctx.owner.connect();
  await other.query('begin');
  await other.query(
    `select pg_advisory_xact_lock(hashtextextended('views of ' || $1::bigint, 0))`,
    [seller.id],
  );
  const saving = save({ name: 'depois', settings: {} });
  const waiting = `select from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`;
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  await other.query('commit');
  other.release();
  expect((await saving).status).toBe(200);
});

it('refuses an unknown list or column or address and settings that are too large', async () => {
  const bad = async (body: object, list = 'lines-iptv') =>
    (await save(body as Body, seller, list as ListName)).status;
  expect(await bad({ settings: {} }, 'nenhuma')).toBe(422);
  expect(await bad({ settings: { order: ['<b>'] } })).toBe(422);
  expect(await bad({ settings: { address: { status: { deep: true } } } })).toBe(422);
  expect(await bad({ settings: { per_page: 1000 } })).toBe(422);
  expect(await bad({ settings: { row_height: 44 } })).toBe(422);
  const address = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `filtro${String.fromCharCode(97 + (n % 26))}${n > 25 ? 'x' : ''}`,
      'a'.repeat(200),
    ]),
  );
  expect(await bad({ name: 'grande', settings: { address } })).toBe(422);
});

it('stores numbers that are short as text and refuses others', async () => {
  const saved = async (a: number) =>
    (await save({ name: 'números', settings: { address: { a } } })).status;
  expect(await Promise.all([2, -1.5, 999_999_999_999].map(saved))).toEqual([200, 200, 200]);
  expect(await Promise.all([1e300, -1e300, 1e-300].map(saved))).toEqual([422, 422, 422]);
});
