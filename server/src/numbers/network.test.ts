/** Tests the network's figures and the visibility of customers' names and contacts. */
import { getNumberGroups, getNumbers, saveNumberSettings } from '@ramal/contract/numbers/numbers';
import { exportNumberRows, listNumberRows } from '@ramal/contract/numbers/rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { type Act, writeHistory } from './numbers.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';

let ctx: TestContext;
let admin: Person, master: Person, child: Person, grandchild: Person, stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  const until = '2027-06-01T12:00:00Z';
  admin = await person(ctx, { profile: 'admin', until });
  master = await person(ctx, { parent: admin, until });
  child = await person(ctx, { parent: master, until });
  grandchild = await person(ctx, { parent: child, until });
  stranger = await person(ctx, { parent: admin, until });
  for (const [owner, count] of [
    [master, 1],
    [child, 2],
    [grandchild, 3],
    [stranger, 4],
  ] as const)
    for (let number = 0; number < count; number += 1)
      await writeHistory(ctx, { owner, acts, note: `Ana de ${owner.username}` });
  await rollUpNumbers(ctx);
});
afterAll(() => ctx.close());

const acts: Act[] = [
  { at: '2026-09-20T12:00:00Z', kind: 'line-price-set', cents: 3_500 },
  {
    at: '2026-09-20T12:00:00Z',
    kind: 'line-created',
    until: '2026-12-20T12:00:00Z',
    hundredths: 300,
  },
];

const network = { scope: 'network' };

const read = async (who: Person) =>
  (await call(ctx, getNumbers, { query: network }, { token: who.token })).body;
const value = (body: Awaited<ReturnType<typeof read>>, key: string) =>
  body.figures.find(({ figure }) => figure === key)!.value;
const list = async (who: Person, query: Record<string, unknown> = network) =>
  (
    await call(
      ctx,
      listNumberRows,
      { params: { figure: 'customers' }, query: { per_page: 100, ...query } },
      { token: who.token },
    )
  ).body;

describe('figures of the network', () => {
  it('count the customers of the account and of all its descendants', async () => {
    const counts = await Promise.all(
      [admin, master, child, grandchild].map(async (who) => value(await read(who), 'customers')),
    );
    expect(counts).toEqual([10, 6, 5, 3]);
  });

  it('contain no amounts of the customers of others', async () => {
    const body = await read(master);
    expect(['revenue', 'ticket', 'received', 'profit'].map((key) => value(body, key))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([body.forecast, body.months, body.costs]).toEqual([null, [], []]);
    const { data, sum_cents } = await list(master);
    expect(sum_cents).toBeNull();
    expect(data.filter(({ cents }) => cents !== null).map(({ reseller }) => reseller)).toEqual([
      master.username,
    ]);
  });

  it('divides the figures by direct reseller', async () => {
    const { body } = await call(
      ctx,
      getNumberGroups,
      { query: { scope: 'network', by: 'reseller' } },
      { token: master.token },
    );
    expect(body.groups.map(({ label, customers }) => [label, customers])).toEqual([
      [child.username, 5],
      ['Suas linhas', 1],
    ]);
  });

  it('move with an account that gets another parent', async () => {
    await ctx.owner.query(
      'update accounts set parent_id = $2, ancestors = ancestors[1:0] || $3 where id = $1',
      [grandchild.id, stranger.id, [admin.id, stranger.id, grandchild.id]],
    );
    await rollUpNumbers(ctx);
    expect([
      value(await read(master), 'customers'),
      value(await read(stranger), 'customers'),
    ]).toEqual([3, 7]);
    await ctx.owner.query('update accounts set parent_id = $2, ancestors = $3 where id = $1', [
      grandchild.id,
      child.id,
      [admin.id, master.id, child.id, grandchild.id],
    ]);
    await rollUpNumbers(ctx);
    expect(value(await read(master), 'customers')).toBe(6);
  });
});

describe('names and contacts', () => {
  const save = (who: Person, master_sees_customers: boolean) =>
    call(ctx, saveNumberSettings, { body: { master_sees_customers } }, { token: who.token });
  const named = async (who: Person) =>
    (await list(who)).data.filter(({ name }) => name !== null).map(({ reseller }) => reseller);

  it('shows names and contacts to the accounts above by default', async () => {
    expect((await named(master)).length).toBe(6);
  });

  it('hides names and contacts from the accounts above if the owner chose it, but not from an admin', async () => {
    await save(child, false);
    const shown = await named(master);
    expect(shown.toSorted()).toEqual(
      [master, grandchild, grandchild, grandchild].map(({ username }) => username).toSorted(),
    );
    expect((await list(master)).data.filter(({ reseller }) => reseller === child.username)).toEqual(
      Array(2).fill(expect.objectContaining({ username: null, name: null, whatsapp: null })),
    );
    expect((await named(child)).length).toBe(5);
    expect((await named(admin)).length).toBe(10);
    expect((await list(master, { ...network, search: child.username })).data).toEqual([]);
    await save(child, true);
    expect((await named(master)).length).toBe(6);
  });

  it('never reach an account that is not above the owner', async () => {
    expect((await list(child)).data.map(({ reseller }) => reseller)).not.toContain(master.username);
    const { status } = await call(
      ctx,
      listNumberRows,
      { params: { figure: 'customers' }, query: { scope: 'network', reseller_id: master.id } },
      { token: child.token },
    );
    expect(status).toBe(404);
  });
});

it('starts a spreadsheet only for a figure with rows', async () => {
  const start = (figure: string) =>
    call(
      ctx,
      exportNumberRows,
      { params: { figure: figure as 'revenue' }, body: {} },
      { token: master.token },
    );
  expect((await start('received')).body).toMatchObject({ code: 'nothing_to_export' });
  expect((await start('revenue')).body).toMatchObject({ file: 'Numeros.xlsx' });
});
