import { editIptvLine } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 10_000 });
  await ctx.owner.query(
    `insert into packages (id, name, allows_tests) values (50, 'Sem testes', false)`,
  );
});
afterAll(() => ctx.close());

const edit = (id: number, body: Record<string, unknown>) =>
  call(ctx, editIptvLine, { params: { id }, body }, { token: seller.token });
const stored = async (id: number) =>
  (await ctx.owner.query('select * from lines where id = $1', [id])).rows[0];
const result = async (id: number) =>
  (
    await ctx.owner.query(
      `select before, after from events where line_id = $1 and kind = 'line-edited' order by id`,
      [id],
    )
  ).rows;

it('changes the sent fields and keeps the others', async () => {
  const created = await line(ctx, seller, { nota: 'João', whatsapp: '5511900000001' });
  const { body } = await edit(created.id, { username: '660001', nota: 'João da Silva' });
  expect(body).toMatchObject({
    username: '660001',
    nota: 'João da Silva',
    whatsapp: '5511900000001',
    package: 1,
    package_name: 'Completo',
    password: created.password,
    exp_date_timestamp: created.exp_date_timestamp,
    message: 'Usuário editado com sucesso',
  });
  expect(await stored(created.id)).toMatchObject({ username: '660001', note: 'João da Silva' });
  expect(await result(created.id)).toMatchObject([
    {
      before: { username: created.username, note: 'João' },
      after: { username: '660001', note: 'João da Silva' },
    },
  ]);
});

it('charges nothing for an edit', async () => {
  const { id } = await line(ctx, seller);
  const before = await readAccountBalance(ctx, seller.id);
  await edit(id, { nota: 'Outra', package: 2 });
  expect(await readAccountBalance(ctx, seller.id)).toBe(before);
});

describe('WhatsApp', () => {
  it.each([
    ['0', null],
    [0, null],
    ['', '5511900000001'],
    [undefined, '5511900000001'],
    ['(21) 98888-7777', '5521988887777'],
  ])('%j leaves %j', async (whatsapp, expected) => {
    const { id } = await line(ctx, seller, { whatsapp: '5511900000001' });
    expect((await edit(id, { whatsapp })).body.whatsapp).toBe(expected);
    expect((await stored(id)).whatsapp).toBe(expected);
  });
});

describe('package', () => {
  it('keeps the current package or custom set for package 0', async () => {
    const ready = await line(ctx, seller, { package: 2 });
    expect((await edit(ready.id, { package: 0 })).body).toMatchObject({
      package: 2,
      package_name: 'Completo sem adultos',
    });
    const custom = await line(ctx, seller, { isCustomPackage: true, bouquets: [2] });
    expect((await edit(custom.id, { package: 0 })).body).toMatchObject({
      package: 0,
      bouquets: [2],
    });
  });

  it('changes from a package to a custom set and back and records both', async () => {
    const { id } = await line(ctx, seller);
    const custom = await edit(id, { isCustomPackage: true, bouquets: [2, 1], package: 1 });
    expect(custom.body).toMatchObject({
      package: 0,
      package_name: 'Personalizado',
      bouquets: [2, 1],
    });
    const ready = await edit(id, { package: 2 });
    expect(ready.body).toMatchObject({
      package: 2,
      package_name: 'Completo sem adultos',
      bouquets: [],
    });
    expect(await stored(id)).toMatchObject({ package_id: '2', bouquet_ids: [] });
    expect(await result(id)).toMatchObject([
      { before: { package: 'Completo' }, after: { package: 'Personalizado' } },
      { before: { package: 'Personalizado' }, after: { package: 'Completo sem adultos' } },
    ]);
  });

  it('records a change from one custom set to another', async () => {
    const { id } = await line(ctx, seller, { isCustomPackage: true, bouquets: [1] });
    await edit(id, { isCustomPackage: true, bouquets: [1, 2] });
    const [event] = await result(id);
    expect(event.before).not.toEqual(event.after);
  });

  it.each([
    [{ package: 999 }, 'package_unknown'],
    [{ isCustomPackage: true }, 'package_missing'],
    [{ isCustomPackage: true, bouquets: [] }, 'package_missing'],
    [{ isCustomPackage: true, bouquets: [999] }, 'bouquet_unknown'],
  ])('%j is refused as at creation', async (body, code) => {
    const { id } = await line(ctx, seller);
    const before = await stored(id);
    expect(await edit(id, { nota: 'Outra', ...body })).toMatchObject({
      status: 422,
      body: { code },
    });
    expect(await stored(id)).toEqual(before);
    expect(await result(id)).toEqual([]);
  });

  it('refuses to move a test to a package that serves no tests', async () => {
    const [test, official] = [
      await line(ctx, seller, { isOficial: false }),
      await line(ctx, seller),
    ];
    expect((await edit(test.id, { package: 50 })).body.code).toBe('package_unknown');
    expect((await edit(official.id, { package: 50 })).status).toBe(200);
  });
});

describe('refused', () => {
  it('refuses a user name that is taken', async () => {
    const [edited, second] = [await line(ctx, seller), await line(ctx, seller)];
    const { status, body } = await edit(edited.id, { username: second.username, nota: 'Outra' });
    expect([status, body.code, body.fields]).toEqual([
      422,
      'username_taken',
      { username: 'Este usuário já existe.' },
    ]);
    expect(await stored(edited.id)).toMatchObject({ username: edited.username, note: 'Cliente' });
    expect((await edit(edited.id, { username: edited.username })).status).toBe(200);
  });

  it('refuses the id_iptv of another line', async () => {
    const { id } = await line(ctx, seller);
    expect(await edit(id, { nota: 'x', id_iptv: id + 1 })).toMatchObject({
      status: 422,
      body: { code: 'id_mismatch' },
    });
    expect((await edit(id, { nota: 'x', id_iptv: id })).status).toBe(200);
  });

  it.each([
    ['username', { username: 'maria' }],
    ['username', { username: '12' }],
    ['whatsapp', { whatsapp: '12' }],
    ['nota', { nota: 'a'.repeat(256) }],
  ])('%s: %j', async (field, body) => {
    const { id } = await line(ctx, seller);
    const reply = await edit(id, body);
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, [field]]);
  });
});

it('ignores exp_day whatever an older client sends (Q-ROLLBACKSRV)', async () => {
  const { id } = await line(ctx, seller);
  const { expires_at: expiresAt } = await stored(id);
  expect((await edit(id, { nota: 'Outra', exp_day: '20/12/2026' })).status).toBe(200);
  expect(await stored(id)).toMatchObject({ note: 'Outra', expires_at: expiresAt });
});

it('keeps expiry and state and password and owner and trust', async () => {
  const other = await person(ctx);
  const { id } = await line(ctx, seller);
  const before = await stored(id);
  await edit(id, {
    nota: 'Cliente',
    exp_day: '2026-12-20',
    exp_date: '01/01/2099 00:00',
    password: '1234',
    status: 'Teste',
    is_trial: true,
    on: false,
    id_res: other.id,
    owner_id: other.id,
    trusted: false,
    rolled_back_from: '2099-01-01',
    short_code: 'aaaa',
  });
  expect(await stored(id)).toEqual(before);
});

it('records no event for an edit that changes nothing', async () => {
  const { id, username } = await line(ctx, seller);
  expect((await edit(id, { username, nota: 'Cliente', package: 1 })).status).toBe(200);
  expect(await result(id)).toEqual([]);
});
