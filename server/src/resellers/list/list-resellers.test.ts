import { listResellers } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../../test/accounts.ts';
import { rollUpTreeTotals } from '../../dashboard/roll-up-tree-totals.ts';

let ctx: TestContext;
let admin: Person;
let parent: Person;
let children: Person[];
let neta: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  parent = await person(ctx, { parent: admin, balance: 10_000, username: 'marcelo' });
  children = [];
  const names = ['belém.stream', 'acre.digital', 'manaus_play', 'Casadatv'];
  for (const [i, username] of names.entries()) {
    children.push(await person(ctx, { parent, username, balance: [60, 1420, 4000, 12_000][i]! }));
  }
  await ctx.owner.query(
    `update accounts set whatsapp = '5592955550173', last_topup_at = $2, id_franchise = 3 where id = $1`,
    [children[2]!.id, new Date(Date.parse(TODAY) - 12.5 * 86_400_000)],
  );
  await ctx.owner.query(`update accounts set last_topup_at = $2 where id = $1`, [
    children[0]!.id,
    new Date(TODAY),
  ]);
  neta = await person(ctx, { parent: children[3]!, username: 'neta', balance: 1_000 });
});
afterAll(() => ctx.close());

const list = async (actor: Person, query: Record<string, unknown> = {}) =>
  (await call(ctx, listResellers, { query }, { token: actor.token })).body;
const names = async (actor: Person, query: Record<string, unknown> = {}) =>
  (await list(actor, query)).data.map((row) => row.username);

describe('the list of resellers', () => {
  it('lists the direct children of the caller by name', async () => {
    const page = await list(parent);
    expect(page.data.map((row) => row.username)).toEqual([
      'acre.digital',
      'belém.stream',
      'Casadatv',
      'manaus_play',
    ]);
    expect(page).toMatchObject({
      total: 4,
      total_exact: true,
      current_page: 1,
      per_page: 10,
      last_page: 1,
    });
    expect(await names(children[3]!)).toEqual(['neta']);
    expect(await names(children[0]!)).toEqual([]);
  });

  it('lists all accounts for an admin with parent and franchise', async () => {
    const page = await list(admin, { search: 'manaus' });
    expect(page.data[0]).toMatchObject({
      owner_id: parent.id,
      owner: 'marcelo',
      id_franchise: 3,
      is_direct: false,
    });
    expect((await names(admin)).toSorted()).toEqual([
      'Casadatv',
      'acre.digital',
      'admin',
      'belém.stream',
      'manaus_play',
      'marcelo',
      'neta',
    ]);
    const self = (await list(admin, { searchID: admin.id })).data[0];
    expect(self).toMatchObject({ profile: 'admin', credits: null, owner: null });
  });

  it('returns a reseller’s own name as owner and no franchise', async () => {
    const [row] = (await list(parent, { search: 'manaus' })).data;
    expect(row).toEqual({
      id: children[2]!.id,
      username: 'manaus_play',
      email: '5592955550173',
      email_contact: null,
      profile: 'reseller',
      credits: 40,
      sale: null,
      days_to_due: 12,
      status: 1,
      block_admin: 0,
      network_blocked: 0,
      blocks: [],
      has_2fa: null,
      has_authenticator: null,
      total_iptv: 0,
      total_up2p: 0,
      total_actives: 0,
      tree_actives: 0,
      tree_resellers: 0,
      direct_resellers: 0,
      owner_id: parent.id,
      owner: 'marcelo',
      id_franchise: null,
      is_master: 1,
      is_direct: true,
      created_at: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
      deleted_at: null,
      restorable_until: null,
    });
  });

  it('finds an account by a part of its name or number and by id regardless of accents and case', async () => {
    expect(await names(parent, { search: 'BELEM' })).toEqual(['belém.stream']);
    expect(await names(parent, { search: '955550173' })).toEqual(['manaus_play']);
    expect(await names(parent, { search: '(92) 95555-0173' })).toEqual(['manaus_play']);
    expect(await names(parent, { search: '_' })).toEqual(['manaus_play']);
    expect(await names(parent, { search: '%' })).toEqual([]);
    expect(await names(parent, { searchID: children[1]!.id })).toEqual(['acre.digital']);
    expect(await names(parent, { search: String(children[1]!.id) })).toContain('acre.digital');
    expect(await names(parent, { searchID: children[1]!.id, search: 'belem' })).toEqual([]);
  });

  it('finds no account outside the direct children', async () => {
    for (const query of [
      { search: 'neta' },
      { search: 'marcelo' },
      { searchID: parent.id },
      { searchID: '9999999999999999' },
    ]) {
      expect(await list(parent, query)).toMatchObject({ data: [], total: 0, last_page: 1 });
    }
  });

  it('sorts by the displayed values with accounts without a top-up as the longest ago', async () => {
    expect(await names(parent, { sort: 'credits', dir: 'desc' })).toEqual([
      'Casadatv',
      'manaus_play',
      'acre.digital',
      'belém.stream',
    ]);
    expect((await names(parent, { sort: 'days_to_due' })).slice(0, 2)).toEqual([
      'belém.stream',
      'manaus_play',
    ]);
    expect((await names(parent, { sort: 'days_to_due', dir: 'desc' })).slice(2)).toEqual([
      'manaus_play',
      'belém.stream',
    ]);
    expect(await names(parent, { sort: 'id' })).toEqual(children.map((child) => child.username));
  });

  it('returns every account once over all pages', async () => {
    const seen = [];
    for (const page of [1, 2, 3, 4])
      seen.push(...(await names(parent, { page, per_page: 1, sort: 'credits' })));
    expect(seen).toEqual(['belém.stream', 'acre.digital', 'manaus_play', 'Casadatv']);
    expect(await list(parent, { page: 5, per_page: 1 })).toMatchObject({
      data: [],
      total: 4,
      last_page: 4,
    });
  });

  it('returns own lines and active ones and those of the tree below once a minute', async () => {
    expect(await list(parent)).toMatchObject({ as_of: null });
    const owner = children[3]!;
    const sold = await line(ctx, owner);
    await line(ctx, owner, { isOficial: false, credits: undefined, testHour: 6 });
    await line(ctx, owner);
    await ctx.owner.query(`update lines set expires_at = $2 where username = $1`, [
      sold.username,
      new Date(TODAY),
    ]);
    await p2pLine(ctx, owner);
    await line(ctx, neta);
    const result = async () => (await list(parent, { search: 'casadatv' })).data[0];
    expect(await result()).toMatchObject({ total_iptv: 0, tree_actives: 0 });
    await rollUpTreeTotals(ctx);
    expect(await result()).toMatchObject({
      total_iptv: 3,
      total_up2p: 1,
      total_actives: 2,
      // Active lines of the account itself are included.
      tree_actives: 3,
      tree_resellers: 1,
      direct_resellers: 1,
    });
    expect(await list(parent)).toMatchObject({ as_of: '21/11/2026 12:00' });
  });

  it('finds an exact id first and never a part of an id', async () => {
    await ctx.owner.query(`select setval(pg_get_serial_sequence('accounts', 'id'), 45671)`);
    const owner = await person(ctx, { parent, username: 'busca' });
    const digits = await person(ctx, { parent: owner, username: `loja-${owner.id}9` });
    await ctx.owner.query(`update accounts set whatsapp = '5511987654321' where id = $1`, [
      digits.id,
    ]);
    const near = await person(ctx, { parent: owner, username: 'vizinha' });
    const idsFor = async (search: string) =>
      (await list(owner, { search, sort: 'username', dir: 'asc' })).data.map(({ id }) => id);
    expect(await idsFor(String(near.id))).toEqual([near.id]);
    expect(await idsFor(String(near.id).slice(0, -1))).not.toContain(near.id);
    // A short text of digits does not search telephone numbers.
    expect(await idsFor('876')).toEqual([]);
    expect(await idsFor('87654')).toEqual([digits.id]);
    await ctx.owner.query('update accounts set username = $2 where id = $1', [
      digits.id,
      `a${near.id}`,
    ]);
    expect(await idsFor(String(near.id))).toEqual([near.id, digits.id]);
  });

  it('lists blocked but no deleted accounts', async () => {
    const blocked = await person(ctx, { parent: children[1]! });
    await ctx.owner.query('update accounts set blocked_at = now() where id = $1', [blocked.id]);
    expect((await list(children[1]!)).data).toMatchObject([{ status: 0, block_admin: 0 }]);
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [blocked.id]);
    expect(await list(children[1]!)).toMatchObject({ data: [], total: 0 });
  });

  it.each([
    { sort: 'password_hash' },
    { dir: 'sideways' },
    { per_page: 101 },
    { page: 0 },
    { searchID: '1 or 1=1' },
  ])('refuses %j', async (query) => {
    const reply = await call(ctx, listResellers, { query }, { token: parent.token });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.fields!)).toEqual(Object.keys(query));
  });
});

it('lists any number of accounts created since the last roll-up in these orders too', async () => {
  await rollUpTreeTotals(ctx);
  await ctx.owner.query(
    `insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
     select n, 'importada-' || n, 'x', 'reseller', $1::bigint, array[$1::bigint, n] from generate_series(500000, 500699) n`,
    [admin.id],
  );
  for (const sort of ['tree_actives', 'total_actives']) {
    const { last_page, total } = await list(admin, { sort, per_page: 100 });
    const pages = await Promise.all(
      Array.from({ length: last_page }, (_, page) =>
        list(admin, { sort, per_page: 100, page: page + 1 }),
      ),
    );
    const ids = new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)));
    expect([sort, ids.size]).toEqual([sort, total]);
  }
});
