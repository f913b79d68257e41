/**
 * Tests reading the tree: levels, search, chains and totals. No response contains the name of an
 * account above the caller.
 */
import {
  findUser,
  getRastreio,
  getTotalTree,
  getTreeLevel,
  searchResellers,
  searchTree,
} from '@ramal/contract/resellers/reseller-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../../test/accounts.ts';
import { rollUpTreeTotals } from '../../dashboard/roll-up-tree-totals.ts';

/**
 *   admin ─┬─ norte ── belém ─┬─ pará ── ana
 *          │                  └─ bela
 *          ├─ sul ── anita
 *   admin2 ─── oeste
 *   lonely (nobody above)
 */
let ctx: TestContext;
let admin: Person;
const p: Record<string, Person> = {};
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  const admin2 = await person(ctx, { profile: 'admin', username: 'admin2' });
  const below = async (username: string, parent?: Person) => {
    p[username] = await person(ctx, { ...(parent ? { parent } : {}), username, balance: 10_000 });
    return p[username];
  };
  const norte = await below('norte', admin);
  const belem = await below('belém', norte);
  await below('ana', await below('pará', belem));
  await below('bela', belem);
  await below('anita', await below('sul', admin));
  await below('oeste', admin2);
  await below('lonely');
  await ctx.owner.query(`update accounts set whatsapp = '5592955550173' where username = 'pará'`);
  for (const owner of ['ana', 'ana', 'bela', 'anita']) await line(ctx, p[owner]!);
  await rollUpTreeTotals(ctx);
});
afterAll(() => ctx.close());

const level = async (actor: Person, query: { under?: number; page?: number } = {}) =>
  (await call(ctx, getTreeLevel, { query }, { token: actor.token })).body;
const searchAs = async (actor: Person, search: string) =>
  (await call(ctx, searchResellers, { query: { search } }, { token: actor.token })).body;
const named = (rows: readonly { username: string }[]) => rows.map(({ username }) => username);

describe('a level of the tree', () => {
  it('lists the direct children with the largest network first', async () => {
    const below = await level(p.belém!);
    expect(named(below.children)).toEqual(['pará', 'bela']);
    expect(below).toMatchObject({ total: 2, page: 1, per_page: 50, as_of: '21/11/2026 12:00' });
    expect(below.children[0]).toMatchObject({
      total_actives: 0,
      tree_actives: 2,
      tree_resellers: 1,
    });
    expect(await level(p.ana!)).toMatchObject({ children: [], total: 0 });
  });

  it('begins with the accounts without a parent or below admins for an admin', async () => {
    const top = await level(admin);
    expect(top).toMatchObject({ account: null, path: [], total: 4 });
    expect(named(top.children)).toEqual(['norte', 'sul', 'lonely', 'oeste']);
    const opened = await level(admin, { under: p.belém!.id });
    expect(named(opened.path)).toEqual(['norte', 'belém']);
    expect(opened.account).toMatchObject({ owner: 'norte' });
  });

  it('returns no name of an account above the caller', async () => {
    const ownLevel = await level(p.belém!);
    expect(ownLevel.account).toMatchObject({ username: 'belém', owner: null, owner_id: null });
    expect(ownLevel.path).toEqual([{ id: p.belém!.id, username: 'belém', owner_id: null }]);
    const deep = await level(p.belém!, { under: p.pará!.id });
    expect(deep.path).toEqual([
      { id: p.belém!.id, username: 'belém', owner_id: null },
      { id: p.pará!.id, username: 'pará', owner_id: p.belém!.id },
    ]);
    expect(JSON.stringify([ownLevel, deep])).not.toMatch(/norte|"admin"/);
  });

  it('finds no level outside the caller’s tree', async () => {
    for (const account of ['norte', 'sul', 'anita']) {
      const under = p[account]!.id;
      const reply = await call(ctx, getTreeLevel, { query: { under } }, { token: p.belém!.token });
      expect(reply).toMatchObject({ status: 404, body: { code: 'reseller_not_found' } });
    }
  });

  it('returns fifty accounts per page', async () => {
    await ctx.owner.query(
      `insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
       select n, 'muitos-' || n, 'x', 'reseller', $1, $2::bigint[] || n from generate_series(90001, 90051) n`,
      [p.anita!.id, [admin.id, p.sul!.id, p.anita!.id]],
    );
    const pages = [await level(p.anita!), await level(p.anita!, { page: 2 })];
    expect(pages.map(({ children }) => children.length)).toEqual([50, 1]);
    expect(pages.map(({ total }) => total)).toEqual([51, 51]);
    expect(new Set(pages.flatMap(({ children }) => named(children))).size).toBe(51);
    await ctx.owner.query('update accounts set deleted_at = now() where id > 90000');
    expect((await level(p.anita!)).total).toBe(0);
  });
});

describe('the search', () => {
  it('searches the whole own tree regardless of accents and case and returns the path', async () => {
    const { found: anas, more } = await searchAs(p.norte!, 'ANA');
    expect(more).toBe(false);
    expect(anas).toEqual([
      {
        id: p.ana!.id,
        username: 'ana',
        email: null,
        path: [
          { id: p.norte!.id, username: 'norte', owner_id: null },
          { id: p.belém!.id, username: 'belém', owner_id: p.norte!.id },
          { id: p.pará!.id, username: 'pará', owner_id: p.belém!.id },
          { id: p.ana!.id, username: 'ana', owner_id: p.pará!.id },
        ],
      },
    ]);
    expect(named((await searchAs(p.norte!, 'para')).found)).toEqual(['pará']);
    expect(named((await searchAs(p.norte!, '(92) 95555-0173')).found)).toEqual(['pará']);
    expect(named((await searchAs(p.norte!, String(p.ana!.id).padStart(2, '0'))).found)).toContain(
      'ana',
    );
    expect(named((await searchAs(p.norte!, '%%')).found)).toEqual([]);
  });

  it('finds no account outside the caller’s tree', async () => {
    for (const search of ['anita', 'sul', 'norte', 'admin']) {
      expect((await searchAs(p.belém!, search)).found).toEqual([]);
    }
    const mine = await searchAs(p.belém!, 'bel');
    expect(named(mine.found)).toEqual(['bela', 'belém']);
    expect(mine.found.map(({ path }) => path[0]!.username)).toEqual(['belém', 'belém']);
  });

  it('returns the exact name first and reports more than twenty matches', async () => {
    await ctx.owner.query(
      `insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
       select n, 'aa-pará-' || n, 'x', 'reseller', $1, $2::bigint[] || n from generate_series(91001, 91025) n`,
      [p.oeste!.id, [p.oeste!.id - 1_000_000, p.oeste!.id]],
    );
    const all = await searchAs(admin, 'pará');
    expect(all.more).toBe(true);
    expect(all.found).toHaveLength(20);
    expect(all.found[0]).toMatchObject({ username: 'pará', path: [{}, {}, { username: 'pará' }] });
    expect((await searchAs(p.norte!, 'pará')).found).toHaveLength(1);
  });
});

describe('the owner of a user name', () => {
  const findOwners = async (username: string) =>
    (await call(ctx, findUser, { body: { username } }, { token: admin.token })).body.found;

  it('finds the owner of a line on any platform by the name or its beginning', async () => {
    const iptv = await line(ctx, p.ana!, { username: '77770001' });
    const { id } = await p2pLine(ctx, p.anita!);
    await ctx.owner.query(`update lines set username = 'Sala.Ana' where id = $1`, [id]);
    expect(await findOwners('77770001')).toMatchObject([
      {
        id: iptv.id,
        kind: 'line',
        platform: 'IPTV',
        owner: 'ana',
        path: [{ username: 'admin' }, {}, {}, {}, { username: 'ana' }],
      },
    ]);
    expect(await findOwners('SALA.ana')).toMatchObject([{ platform: 'P2P', owner: 'anita' }]);
    // The search matches the beginning of a name from three characters on, but not the middle.
    expect(await findOwners('777')).toMatchObject([{ id: iptv.id }]);
    expect(await findOwners('77')).toEqual([]);
    expect(await findOwners('70001')).toEqual([]);
    expect(await findOwners('%')).toEqual([]);
  });

  it('finds the parent of an account regardless of case', async () => {
    expect(await findOwners('BELA')).toMatchObject([
      { kind: 'reseller', platform: null, owner: 'belém', owner_id: p.belém!.id },
    ]);
    expect(await findOwners('lonely')).toMatchObject([
      { owner: null, path: [{ username: 'lonely' }] },
    ]);
  });
});

describe('the customers of a tree', () => {
  const total = async (id: number) =>
    (await call(ctx, getTotalTree, { params: { id } }, { token: admin.token })).body;

  it('counts the lines of the account and all descendants now', async () => {
    await line(ctx, p.bela!, { isOficial: false, credits: undefined, testHour: 6 });
    const expired = await line(ctx, p.belém!);
    await ctx.owner.query(`update lines set expires_at = $2 where id = $1`, [
      expired.id,
      ctx.clock.now(),
    ]);
    await p2pLine(ctx, p.belém!);
    const result = await total(p.belém!.id);
    expect(result).toMatchObject({
      username: 'belém',
      total_resellers: 3,
      total_users_iptv: 4,
      total_users_p2p: 1,
      expired_iptv: 1,
      expired_p2p: 0,
      tests_iptv: 1,
      tests_p2p: 0,
      as_of: '21/11/2026 12:00',
    });
    const { rows } = await ctx.owner.query(
      `select sum(balance)::float / 100 as credits from wallets where kind = 'balance' and account_id = any($1)`,
      [[p.belém!, p.pará!, p.ana!, p.bela!].map(({ id }) => id)],
    );
    expect(result.credits).toBe(rows[0].credits);
  });

  it('counts the lines of all accounts for an admin', async () => {
    const { total_resellers: resellers } = await total(admin.id);
    const { rows } = await ctx.owner.query(
      `select count(*)::int as all from accounts where profile <> 'admin' and deleted_at is null`,
    );
    expect(resellers).toBe(rows[0].all);
  });
});

describe('chains of owners', () => {
  const meet = async (...revs: number[]) =>
    call(ctx, searchTree, { body: { revs } }, { token: admin.token });

  it('returns the chain of owners up to the top', async () => {
    const params = { id: p.ana!.id };
    const { body } = await call(ctx, getRastreio, { params }, { token: admin.token });
    expect(named(body.path)).toEqual(['admin', 'norte', 'belém', 'pará', 'ana']);
  });

  it('returns the nearest common owner', async () => {
    expect((await meet(p.ana!.id, p.bela!.id)).body).toMatchObject({
      trees: [{ username: 'ana' }, { username: 'bela', path: [{}, {}, {}, { username: 'bela' }] }],
      common: { username: 'belém', owner_id: p.norte!.id },
    });
    expect((await meet(p.ana!.id, p.pará!.id)).body.common).toMatchObject({ username: 'pará' });
    expect((await meet(p.ana!.id, p.anita!.id)).body.common).toMatchObject({ username: 'admin' });
    expect((await meet(p.ana!.id, p.oeste!.id)).body.common).toBeNull();
    expect((await meet(p.ana!.id, p.ana!.id)).body.trees).toHaveLength(1);
  });

  it('accepts the names from the list of duplicates', async () => {
    const ask = (revs: string) => call(ctx, searchTree, { body: { revs } }, { token: admin.token });
    const { username } = p.bela!;
    const { body } = await ask(` ${p.ana!.id}, ${username.toUpperCase()} ,`);
    expect(body.trees.map(({ id }) => id)).toEqual([p.ana!.id, p.bela!.id]);
    expect(await ask(`${username},ninguém-assim`)).toMatchObject({
      status: 422,
      body: { fields: { revs: 'Não existe a revenda «ninguém-assim».' } },
    });
    expect((await ask(' , ')).status).toBe(422);
  });

  it('returns the chain of a deleted account but not of an unknown one', async () => {
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [p.bela!.id]);
    expect((await meet(p.ana!.id, p.bela!.id)).status).toBe(200);
    expect(await meet(p.ana!.id, 88_888_888)).toMatchObject({
      status: 404,
      body: { code: 'reseller_not_found' },
    });
  });
});
