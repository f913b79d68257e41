import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 1000 });
});
afterEach(() => ctx.owner.query('update flags set is_on = true'));
afterAll(() => ctx.close());

const create = (body: Record<string, unknown>, actor: Person = seller) =>
  call(ctx, createIptvLine, { body }, { token: actor.token });
const good = { isOficial: true, nota: 'Cliente', package: 1, credits: 1 };

async function written() {
  const { rows } = await ctx.owner.query(
    `select (select count(*)::int from lines) as lines, (select count(*)::int from entries) as entries,
      (select count(*)::int from events) as events, (select sum(balance)::int from wallets) as balances`,
  );
  return rows[0];
}

async function refused(body: Record<string, unknown>, actor: Person = seller) {
  const before = await written();
  const reply = await create(body, actor);
  expect(await written()).toEqual(before);
  return reply;
}

const { package: _, ...withoutPackage } = good;
const custom = { ...withoutPackage, isCustomPackage: true };

describe('a field that is missing or malformed answers 422 with its text', () => {
  it.each([
    ['nota', { nota: undefined }, 'O campo Anotações é necessário.'],
    ['nota', { nota: '' }, 'O campo Anotações é necessário.'],
    ['nota', { nota: '   ' }, 'O campo Anotações esta incompleto.'],
    ['nota', { nota: 'a'.repeat(256) }, 'O campo Anotações não esta no formato correto.'],
    ['nota', { nota: ['a'] }, 'O campo Anotações não esta no formato correto.'],
    ['isOficial', { isOficial: undefined }, 'O campo Oficial é necessário.'],
    ['isOficial', { isOficial: 'talvez' }, 'O campo Oficial não esta no formato correto.'],
    ['username', { username: '123' }, 'O campo Usuário esta incompleto.'],
    ['username', { username: '1'.repeat(21) }, 'O campo Usuário não esta no formato correto.'],
    [
      'username',
      { username: 'joana' },
      'O campo Usuário não esta no formato correto. Escreva como 12345678.',
    ],
    [
      'username',
      { username: '12 34' },
      'O campo Usuário não esta no formato correto. Escreva como 12345678.',
    ],
    [
      'username',
      { username: '١٢٣٤٥' },
      'O campo Usuário não esta no formato correto. Escreva como 12345678.',
    ],
    [
      'whatsapp',
      { whatsapp: 'onze' },
      'O campo WhatsApp não esta no formato correto. Escreva como (11) 95555-0142.',
    ],
    [
      'whatsapp',
      { whatsapp: '1234567' },
      'O campo WhatsApp não esta no formato correto. Escreva como (11) 95555-0142, ou com + e o código do país, como +351 912 345 678.',
    ],
    ['whatsapp', { whatsapp: '98888-7766' }, 'Falta o DDD: escreva como (11) 95555-0142.'],
    [
      'whatsapp',
      { whatsapp: '(11) 8888-7766' },
      'Falta o 9 depois do DDD: escreva como (11) 95555-0142.',
    ],
    ['credits', { credits: 0.5 }, 'O campo Créditos não esta no formato correto.'],
    ['credits', { credits: 6 }, 'O campo Créditos não esta no formato correto.'],
    ['credits', { credits: 0 }, 'O campo Créditos não esta no formato correto.'],
    ['credits', { credits: -1 }, 'O campo Créditos não esta no formato correto.'],
    ['credits', { credits: 1.001 }, 'O campo Créditos não esta no formato correto.'],
    ['credits', { credits: 0.1 + 0.2 }, 'O campo Créditos não esta no formato correto.'],
    ['credits', { credits: 2 ** 53 + 2 }, 'O campo Créditos não esta no formato correto.'],
    ['credits', { credits: '1e0' }, 'O campo Créditos não esta no formato correto.'],
    ['credits', { credits: 'um' }, 'O campo Créditos não esta no formato correto.'],
    ['credits', { credits: null }, 'O campo Créditos é necessário.'],
    [
      'test_hours',
      { isOficial: false, test_hours: 4 },
      'O campo Duração do teste não esta no formato correto.',
    ],
    ['package', { package: -1 }, 'O campo Pacote não esta no formato correto.'],
  ])('%s %j', async (field, change, text) => {
    const { status, body } = await refused({ ...good, ...change });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'invalid_fields', fields: { [field]: text } });
    expect(body.error).toBe(body.message);
  });
});

describe('invalid packages and bouquets', () => {
  it('allows only bouquets of packages with tests in a custom test (Q-CUSTOMTESTS)', async () => {
    await ctx.owner.query(`insert into bouquets (id, name) values (90, 'Sem pacote'), (91, 'Vip')`);
    await ctx.owner.query(
      `insert into packages (id, name, allows_tests) values (91, 'Vip', false)`,
    );
    await ctx.owner.query('insert into package_bouquets values (91, 91)');
    const test = { ...custom, isOficial: false, test_hours: 1, bouquets: [1, 90, 91] };
    const { status, body } = await refused(test);
    expect([status, body.code, body.fields]).toEqual([
      422,
      'bouquet_unknown',
      { bouquets: 'Sem testes: Sem pacote, Vip. Escolha outros.' },
    ]);
  });

  it.each([
    ['no package', withoutPackage, 'package_missing', { package: 'O campo Pacote é necessário.' }],
    [
      'package 0',
      { ...good, package: 0 },
      'package_missing',
      { package: 'O campo Pacote é necessário.' },
    ],
    [
      'a custom set without bouquets',
      custom,
      'package_missing',
      { bouquets: 'É necessário inserir ao menos um(a) Bouquet.' },
    ],
    [
      'an empty set',
      { ...custom, bouquets: [] },
      'package_missing',
      { bouquets: 'É necessário inserir ao menos um(a) Bouquet.' },
    ],
    [
      'an unknown package',
      { ...good, package: 999 },
      'package_unknown',
      { package: 'Escolha um que exista na lista.' },
    ],
    [
      'an unknown bouquet',
      { ...custom, bouquets: [1, 999] },
      'bouquet_unknown',
      { bouquets: 'Escolha um que exista na lista.' },
    ],
  ])('refuses %s', async (__, body, code, fields) => {
    expect(await refused(body)).toMatchObject({ status: 422, body: { code, fields } });
  });

  it('returns the message of the specification for a missing package', async () => {
    expect((await create(withoutPackage)).body.message).toBe(
      'Por favor, é necessário selecionar algum pacote',
    );
  });

  it('refuses bouquet names that the user typed', async () => {
    const { status, body } = await refused({ ...custom, bouquets: ['Filmes'] });
    expect([status, body.fields]).toEqual([
      422,
      { 'bouquets.0': 'O campo Bouquet não esta no formato correto.' },
    ]);
  });
});

it('refuses a user name of another account’s or a deleted line', async () => {
  const other = await person(ctx, { balance: 100 });
  const taken = await line(ctx, other, { username: '7000001' });
  const clash = () => refused({ ...good, username: '7000001' });
  const input = {
    status: 422,
    body: { code: 'username_taken', fields: { username: 'Este usuário já existe.' } },
  };
  expect(await clash()).toMatchObject(input);
  await ctx.owner.query('update lines set deleted_at = now() where id = $1', [taken.id]);
  expect(await clash()).toMatchObject(input);
});

it('refuses a creation that the balance misses by a hundredth and writes nothing', async () => {
  const poor = await person(ctx, { balance: 99 });
  const { status, body } = await refused(good, poor);
  expect([status, body.code, body.message]).toEqual([
    422,
    'insufficient_credits',
    'Créditos insuficientes',
  ]);
  expect(await readAccountBalance(ctx, poor.id)).toBe(99);
});

it('refuses an account without a wallet because only admins issue credits', async () => {
  const walletless = await person(ctx);
  await ctx.owner.query('delete from wallets where account_id = $1', [walletless.id]);
  expect(await refused(good, walletless)).toMatchObject({
    status: 422,
    body: { code: 'insufficient_credits' },
  });
});

describe('functions that are off', () => {
  const off = (name: string) =>
    ctx.owner.query('update flags set is_on = false where name = $1', [name]);

  it('creates no line while the function iptv is off', async () => {
    await off('iptv');
    const { status, body } = await refused(good);
    expect([status, body.message]).toEqual([403, 'A plataforma IPTV está desligada no momento.']);
  });

  it.each(['tests', 'test_iptv'])('%s: no tests, official lines all the same', async (name) => {
    await off(name);
    const { status, body } = await refused({ ...good, isOficial: false });
    expect([status, body.message]).toEqual([403, 'Os testes estão desligados no momento.']);
    expect((await create(good)).status).toBe(200);
  });

  it('ignores the functions of other platforms', async () => {
    await off('p2p');
    await off('n_p2p');
    expect((await create({ ...good, isOficial: false })).status).toBe(200);
  });
});

it('refuses line creation by an admin', async () => {
  const admin = await person(ctx, { profile: 'admin' });
  expect(await refused(good, admin)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

it('ignores owner and expiry and price and state and platform in the body', async () => {
  const other = await person(ctx);
  const { body } = await create({
    ...good,
    id: 1,
    id_res: other.id,
    owner_id: other.id,
    exp_date: '01/01/2099 00:00',
    expires_at: '2099-01-01',
    charged: 0,
    status: 'Teste',
    is_trial: true,
    platform: 'p2p',
    password: '1234',
  });
  const { rows } = await ctx.owner.query(
    `select owner_id::int, is_trial, platform, expires_at < '2027-01-01' as soon, password from lines where id = $1`,
    [body.id],
  );
  expect(rows).toEqual([
    { owner_id: seller.id, is_trial: false, platform: 'iptv', soon: true, password: body.password },
  ]);
  expect(body.charged).toBe(1);
  expect(body.password).not.toBe('1234');
});
