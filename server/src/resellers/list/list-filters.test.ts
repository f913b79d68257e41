/**
 * Tests the rows and the order of the list with its filters. They are the same in an admin's list
 * and in a tree.
 */
import { listResellers } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';
import { rollUpTreeTotals } from '../../dashboard/roll-up-tree-totals.ts';

/**
 *   admin ─┬─ root ─┬─ a ─── a1
 *          │        ├─ b
 *          │        └─ c
 *          └─ stranger ─── theirs
 */
let ctx: TestContext;
let admin: Person;
let root: Person;
const people: Record<string, Person> = {};
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  root = await person(ctx, { parent: admin, username: 'root' });
  const below = async (username: string, parent: Person, balance = 0) => {
    people[username] = await person(ctx, { parent, username, balance });
    // By default the account was created long ago and was topped up yesterday.
    await set(username, { last_topup_at: days(-1), created_at: days(-900) });
  };
  await below('a', root, 10_000);
  await below('b', root, 20_000);
  await below('c', root, 5_000);
  await below('a1', people.a!, 10_000);
  await below('stranger', admin, 1_000);
  await below('theirs', people.stranger!);
  for (const owner of ['a1', 'a1', 'a1', 'b', 'b', 'c', 'a']) await line(ctx, people[owner]!);
  await rollUpTreeTotals(ctx);
});
afterAll(() => ctx.close());

const days = (count: number) => new Date(Date.parse(TODAY) + count * 86_400_000);
async function set(username: string, columns: Record<string, unknown>): Promise<void> {
  const sets = Object.keys(columns).map((column, at) => `${column} = $${at + 2}`);
  await ctx.owner.query(`update accounts set ${sets.join(', ')} where username = $1`, [
    username,
    ...Object.values(columns),
  ]);
}
const ask = (actor: Person, query: Record<string, unknown>) =>
  call(ctx, listResellers, { query: { per_page: 100, ...query } }, { token: actor.token });
const names = async (actor: Person, query: Record<string, unknown> = {}) => {
  const { body } = await ask(actor, query);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ username }) => username);
};

describe('the children of another account in the tree', () => {
  it('lists the children of the caller or a descendant and of any account for an admin', async () => {
    expect(await names(root, { under: root.id })).toEqual(['a', 'b', 'c']);
    expect(await names(root, { under: people.a!.id })).toEqual(['a1']);
    expect(await names(root, { under: people.a1!.id })).toEqual([]);
    expect(await names(admin, { under: people.stranger!.id })).toEqual(['theirs']);
  });

  it('finds no account outside the tree', async () => {
    for (const under of [people.stranger!.id, people.theirs!.id, admin.id, 99_999_999]) {
      expect(await ask(root, { under })).toMatchObject({
        status: 404,
        body: { code: 'reseller_not_found' },
      });
    }
    expect((await ask(people.a!, { under: root.id })).status).toBe(404);
    expect((await ask(people.a!, { under: people.b!.id, search: 'a' })).status).toBe(404);
  });
});

// Totals of a whole network link to the list of all levels.
describe('all levels', () => {
  it('lists all levels instead of the children for the caller or a descendant', async () => {
    expect(await names(root, { levels: 'all' })).toEqual(['a', 'a1', 'b', 'c']);
    expect(await names(root, { levels: 'all', under: people.a!.id })).toEqual(['a1']);
    expect(await names(people.a!, { levels: 'all', sort: 'credits' })).toEqual(['a1']);
    expect(await names(people.a1!, { levels: 'all' })).toEqual([]);
    expect(await names(root, { levels: 'all', search: 'a1' })).toEqual(['a1']);
  });

  it('lists all resellers without admins for an admin', async () => {
    const resellers = ['a', 'a1', 'b', 'c', 'root', 'stranger', 'theirs'];
    expect(await names(admin)).toEqual([...resellers, 'admin'].toSorted());
    expect(await names(admin, { levels: 'all' })).toEqual(resellers);
    expect(await names(admin, { levels: 'all', under: people.stranger!.id })).toEqual(['theirs']);
  });
});

describe('by what the column shows', () => {
  it('sorts by own lines and by those of the whole network', async () => {
    expect(await names(root, { sort: 'total_actives', dir: 'desc' })).toEqual(['b', 'c', 'a']);
    expect(await names(root, { sort: 'tree_actives', dir: 'desc' })).toEqual(['a', 'b', 'c']);
    const everybody = await names(admin, { sort: 'tree_actives', dir: 'desc' });
    expect(everybody.slice(0, 5)).toEqual(['root', 'admin', 'a', 'a1', 'b']);
    expect(await names(admin, { sort: 'tree_actives' })).toEqual(everybody.toReversed());
  });

  it.each([
    'username',
    'id',
    'credits',
    'days_to_due',
    'created_at',
    'total_actives',
    'tree_actives',
  ])('%s: an admin finds everybody once, in the order a filter keeps too', async (sort) => {
    const young = await person(ctx, { parent: root, username: `novo-${sort}` });
    const all = await names(admin, { sort });
    expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
    expect(all).toContain(young.username);
    // The accounts that a search finds keep their order in the whole list.
    const searched = new Set(await names(admin, { sort, search: 'a' }));
    expect(await names(admin, { sort, search: 'a' })).toEqual(
      all.filter((name) => searched.has(name)),
    );
    const pages = [];
    for (let page = 1; pages.length < all.length; page += 1) {
      const { body } = await ask(admin, { sort, page, per_page: 2 });
      expect(body.data.length).toBeGreaterThan(0);
      pages.push(...body.data.map(({ username }) => username));
    }
    expect(pages).toEqual(all);
    await set(young.username, { deleted_at: days(0) });
    expect(await names(admin, { sort })).toEqual(all.filter((name) => name !== young.username));
  });
});

describe('«Sem recarga há 90 dias»', () => {
  it('begins on the 90th day and counts an account without a top-up from its creation', async () => {
    await set('a', { last_topup_at: days(-90) });
    await set('b', { last_topup_at: new Date(days(-90).getTime() + 1) });
    await set('c', { last_topup_at: null });
    expect(await names(root, { status: 'idle' })).toEqual(['a', 'c']);
    await set('c', { created_at: days(-89) });
    expect(await names(root, { status: 'idle' })).toEqual(['a']);
    // Admins are never topped up, so the filter excludes them whatever their age.
    await set('admin', { created_at: days(-900) });
    expect(await names(admin, { status: 'idle' })).toEqual(['a']);
  });
});

describe('«Bloqueadas»', () => {
  it('lists the accounts blocked by their parent or by an admin', async () => {
    expect(await names(root, { status: 'blocked' })).toEqual([]);
    await set('a', { blocked_at: days(0) });
    await set('c', { blocked_by_admin_at: days(0) });
    await set('theirs', { blocked_at: days(0) });
    expect(await names(root, { status: 'blocked' })).toEqual(['a', 'c']);
    expect(await names(root, { status: 'blocked', search: 'c' })).toEqual(['c']);
    expect(await names(admin, { status: 'blocked' })).toEqual(['a', 'c', 'theirs']);
  });
});

describe('«Excluídas»', () => {
  it('lists deleted accounts for admins with those that can be restored first', async () => {
    for (const actor of [root, people.b!]) {
      expect(await ask(actor, { status: 'deleted' })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    }
    await set('a1', { deleted_at: days(-30) });
    await set('theirs', { deleted_at: days(-29) });
    const page = (await ask(admin, { status: 'deleted', sort: 'username' })).body.data;
    const result = page.filter(({ username }) => !username.startsWith('novo'));
    expect(result).toMatchObject([
      {
        username: 'theirs',
        deleted_at: '23/10/2026 12:00',
        restorable_until: '22/11/2026 12:00',
      },
      { username: 'a1' },
    ]);
    expect(page.at(-1)!.username).toBe('a1');
    expect(await names(root, { under: people.a!.id })).toEqual([]);
  });
});

it('sorts more matching accounts than an exact total counts', async () => {
  await ctx.owner.query(
    `insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
     select n, 'muitas-' || (n::bigint * 7919 % 20011), 'x', 'reseller', $1, $2::bigint[] || n::bigint
     from generate_series(2000001, 2010100) n`,
    [root.id, [admin.id, root.id]],
  );
  for (const [sort, dir] of [
    ['username', 'asc'],
    ['username', 'desc'],
    ['id', 'desc'],
  ] as const) {
    const { body } = await ask(admin, { search: 'muitas', sort, dir, page: 3 });
    const { rows } = await ctx.owner.query<{ id: number }>(
      `select id::int from accounts where username like 'muitas-%'
       order by ${sort === 'id' ? 'id' : 'lower(username)'} ${dir} limit 100 offset 200`,
    );
    expect(body.data.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect([body.total, body.total_exact]).toEqual([10_000, false]);
  }
});
