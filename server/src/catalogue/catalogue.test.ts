import { getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx);
  await ctx.owner.query(
    `insert into packages (id, name, max_connections, allows_tests) values (50, 'Dois pontos', 2, false)`,
  );
});
afterAll(() => ctx.close());

const ask = async (body?: Record<string, unknown>) =>
  (await call(ctx, getIptvPackages, { body }, { token: seller.token })).body;

const ready = [
  { id: 1, name: 'Completo', max_connections: 1, allows_tests: true },
  { id: 2, name: 'Completo sem adultos', max_connections: 1, allows_tests: true },
  { id: 50, name: 'Dois pontos', max_connections: 2, allows_tests: false },
];
const bouquets = [
  { id: 2, name: 'Adultos' },
  { id: 1, name: 'Canais' },
  { id: 3, name: 'Filmes' },
  { id: 4, name: 'Séries' },
];

it.each([undefined, {}, { package: 1 }, { package: '1' }, { package: true }])(
  'ready packages for %j',
  async (body) => {
    expect(await ask(body)).toEqual(ready);
  },
);

it.each([{ package: 0 }, { package: '0' }, { package: false }])(
  'bouquets by name for %j',
  async (body) => {
    expect(await ask(body)).toEqual(bouquets);
  },
);

it('refuses any other value of the package field', async () => {
  const { status, body } = await call(
    ctx,
    getIptvPackages,
    { body: { package: 2 } },
    { token: seller.token },
  );
  expect([status, body.fields]).toEqual([
    422,
    { package: 'O campo Pacote não esta no formato correto.' },
  ]);
});
