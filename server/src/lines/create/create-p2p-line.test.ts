import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import { type P2pCalls, newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { platforms } from '@ramal/contract/rules/platforms';
import { TEST_HOURS, terms } from '@ramal/contract/rules/terms';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, p2pLine, person } from '../../../test/accounts.ts';
import { sentDuring } from '../../../test/sent-statements.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_ADULT_PASSWORD: '7412' });
  seller = await person(ctx, { balance: 100_000, grants: ['lines.new-p2p'] });
});
afterEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('update flags set is_on = true');
});
afterAll(() => ctx.close());

const unix = (iso: string) => Date.parse(iso) / 1000;
const stored = async (id: number) =>
  (await ctx.owner.query('select * from lines where id = $1', [id])).rows[0];
const written = async () =>
  (
    await ctx.owner.query(
      `select (select count(*)::int from lines) as lines, (select count(*)::int from entries) as entries,
        (select count(*)::int from events) as events, (select sum(balance)::int from wallets) as balances`,
    )
  ).rows[0];
const off = (name: string) =>
  ctx.owner.query('update flags set is_on = false where name = $1', [name]);

const services: [string, P2pCalls, (typeof platforms)['p2p']][] = [
  ['P2P', p2pLines, platforms.p2p],
  ['new P2P', newP2pLines, platforms['new-p2p']],
];

describe.each(services)('on %s', (_name, calls, platform) => {
  const good = { isOficial: true, nota: 'Cliente', productid: 1, credits: 1 };
  const create = (body: Record<string, unknown>, actor: Person = seller) =>
    call(ctx, calls.create, { body }, { token: actor.token });
  const refused = async (body: Record<string, unknown>, actor: Person = seller) => {
    const before = await written();
    const reply = await create(body, actor);
    expect(await written()).toEqual(before);
    return reply;
  };

  it.each(terms)('$credits credits buy $days days', async ({ credits, days, hundredths }) => {
    const before = await readAccountBalance(ctx, seller.id);
    const createdLine = await p2pLine(ctx, seller, calls, { credits });
    expect(createdLine).toMatchObject({
      is_trial: false,
      exp_date_timestamp: unix(TODAY) + days * 86_400,
      charged: credits,
      balance: (before - hundredths) / 100,
    });
    expect(await readAccountBalance(ctx, seller.id)).toBe(before - hundredths);
    expect(await stored(createdLine.id)).toMatchObject({
      platform: platform.key,
      owner_id: String(seller.id),
      status: 1,
      product_id: 1,
      package_id: null,
      bouquet_ids: [],
    });
  });

  it.each(TEST_HOURS)('creates a free test of %i hours', async (hours) => {
    const before = await readAccountBalance(ctx, seller.id);
    const createdLine = await p2pLine(ctx, seller, calls, { isOficial: false, test_hours: hours });
    expect(createdLine).toMatchObject({
      is_trial: true,
      test_hours: hours,
      exp_date_timestamp: unix(TODAY) + hours * 3600,
      charged: 0,
    });
    expect(await readAccountBalance(ctx, seller.id)).toBe(before);
    expect(await stored(createdLine.id)).toMatchObject({ status: 2 });
  });

  it('returns credentials and expiry and the adult password and the sign-in instructions', async () => {
    const createdLine = await p2pLine(ctx, seller, calls, {
      name: 'joana.silva',
      nota: 'Sala da avó',
      whatsapp: '+55 (11) 91234-5678',
      productid: 2,
    });
    expect(createdLine).toMatchObject({
      name: 'joana.silva',
      exp_date_formatted: '21/12/2026 12:00',
      adult_password: '7412',
      product_name: 'PLANO COMPLETO SEM ADULTOS',
      whatsapp: '5511912345678',
      nota: 'Sala da avó',
    });
    expect(createdLine.pass).toMatch(/^[a-zA-Z2-9]{8}$/);
    expect(createdLine).not.toHaveProperty('test_hours');
    expect(createdLine.links_franchise).toContain('Digite o usuário e a senha');
    expect(createdLine.links_franchise).not.toContain(createdLine.pass);
    // The links contain no URL, because no server on this platform answers an app yet.
    expect(createdLine.links_franchise).not.toContain('http');
    expect((await stored(createdLine.id)).password).toBe(createdLine.pass);
  });

  it('records the product in the history', async () => {
    const { id } = await p2pLine(ctx, seller, calls, { productid: 2 });
    const { rows } = await ctx.owner.query('select kind, after from events where line_id = $1', [
      id,
    ]);
    expect(rows).toMatchObject([
      { kind: 'line-created', after: { package: 'PLANO COMPLETO SEM ADULTOS', hundredths: 100 } },
    ]);
  });

  it('generates a free number for a blank name', async () => {
    const names = await Promise.all(
      ['', undefined, ''].map(async (name) => (await p2pLine(ctx, seller, calls, { name })).name),
    );
    for (const name of names) expect(name).toMatch(/^[1-9]\d{8}$/);
    expect(new Set(names).size).toBe(3);
  });

  it('accepts the product in both spellings and as text', async () => {
    const { productid: _, ...without } = good;
    for (const product of [{ productid: '2' }, { product_id: 2 }, { product_id: '2' }]) {
      const { status, body } = await create({ ...without, ...product });
      expect([status, (await stored(body.id)).product_id]).toEqual([200, 2]);
    }
  });

  it.each([
    ['no product', undefined, 'package_missing', 'O campo Pacote é necessário.'],
    ['a blank one', '', 'package_missing', 'O campo Pacote é necessário.'],
    ['an unknown one', 3, 'package_unknown', 'Escolha um que exista na lista.'],
  ])('%s is refused, of a test too', async (__, productid, code, text) => {
    for (const isOficial of [true, false]) {
      const { status, body } = await refused({ ...good, isOficial, productid });
      expect([status, body.code, body.fields]).toEqual([422, code, { productid: text }]);
    }
  });

  it.each([
    ['nota', { nota: undefined }, 'O campo Anotações é necessário.'],
    ['nota', { nota: '' }, 'O campo Anotações é necessário.'],
    ['nota', { nota: 'a'.repeat(256) }, 'O campo Anotações não esta no formato correto.'],
    ['name', { name: 'ana' }, 'O campo Usuário esta incompleto.'],
    ['name', { name: 'a'.repeat(21) }, 'O campo Usuário não esta no formato correto.'],
    [
      'name',
      { name: 'joana silva' },
      'O campo Usuário não esta no formato correto. Escreva como maria.souza.',
    ],
    ['productid', { productid: -1 }, 'O campo Pacote não esta no formato correto.'],
    ['credits', { credits: 6 }, 'O campo Créditos não esta no formato correto.'],
    ['isOficial', { isOficial: undefined }, 'O campo Oficial é necessário.'],
  ])('%s %j is refused with its text', async (field, change, text) => {
    const { status, body } = await refused({ ...good, ...change });
    expect([status, body.code]).toEqual([422, 'invalid_fields']);
    expect(body.fields).toEqual({ [field]: text });
  });

  it('refuses a creation that the balance misses by a hundredth', async () => {
    const poor = await person(ctx, { balance: 99, grants: ['lines.new-p2p'] });
    expect(await refused(good, poor)).toMatchObject({
      status: 422,
      body: { code: 'insufficient_credits' },
    });
  });

  it('refuses a name taken on the same platform by any line but not one of IPTV', async () => {
    const name = `5550004${platform.key.length}`;
    await line(ctx, seller, { username: name });
    const { id } = await p2pLine(ctx, seller, calls, { name });
    const input = {
      status: 422,
      body: { code: 'username_taken', fields: { name: 'Este usuário já existe.' } },
    };
    expect(await refused({ ...good, name })).toMatchObject(input);
    await ctx.owner.query('update lines set deleted_at = now() where id = $1', [id]);
    expect(await refused({ ...good, name })).toMatchObject(input);
  });

  it('creates one line for repeated calls with one key', async () => {
    const key = crypto.randomUUID();
    const send = (body: Record<string, unknown>) =>
      call(ctx, calls.create, { body }, { token: seller.token, key });
    const before = await readAccountBalance(ctx, seller.id);
    const first = await send(good);
    const second = await send(good);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await readAccountBalance(ctx, seller.id)).toBe(before - 100);
    expect((await send({ ...good, productid: 2 })).body.code).toBe('key_reused');
  });

  it('uses three round trips for authentication and reading and writing', async () => {
    // Other statements of the process may be counted too. The smallest count of three runs is
    // therefore used.
    const counts = [];
    for (let n = 0; n < 3; n += 1) counts.push((await sentDuring(ctx, () => create(good))).length);
    expect(Math.min(...counts)).toBe(3);
  });

  it('creates no line or test while its function is off and keeps existing lines', async () => {
    const { id } = await p2pLine(ctx, seller, calls);
    await off(platform.flag);
    for (const isOficial of [true, false]) {
      const { status, body } = await refused({ ...good, isOficial });
      expect([status, body.code]).toEqual([403, 'platform_off']);
    }
    const extended = await call(
      ctx,
      calls.extend,
      { params: { id }, body: { credits: 1 } },
      { token: seller.token },
    );
    expect(extended.status).toBe(200);
  });

  it('creates official lines but no tests while tests are off', async () => {
    await off('tests');
    const { status, body } = await refused({ ...good, isOficial: false });
    expect([status, body.code]).toEqual([403, 'tests_off']);
    expect((await create(good)).status).toBe(200);
  });

  it('ignores the functions of other platforms', async () => {
    for (const flag of ['iptv', 'test_iptv', 'p2p', 'n_p2p'])
      if (flag !== platform.flag) await off(flag);
    expect((await create({ ...good, isOficial: false })).status).toBe(200);
  });

  it('refuses line creation by an admin', async () => {
    const admin = await person(ctx, { profile: 'admin' });
    expect(await refused(good, admin)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });
});

it('requires both grant and function for new P2P but no grant for P2P and IPTV', async () => {
  const without = await person(ctx, { balance: 1000 });
  const body = { isOficial: false, nota: 'Cliente', productid: 1 };
  const as = { token: without.token };
  const before = await written();
  expect(await call(ctx, newP2pLines.create, { body }, as)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect(await written()).toEqual(before);
  expect((await call(ctx, p2pLines.create, { body }, as)).status).toBe(200);
  const iptv = await call(ctx, createIptvLine, { body: { ...body, package: 1 } }, as);
  expect(iptv.status).toBe(200);
});
