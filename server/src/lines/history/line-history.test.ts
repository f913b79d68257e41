import {
  deleteIptvLine,
  editIptvLine,
  endOfDayIptvLine,
  extendIptvLine,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { getLineHistory, renewLinePassword, setLineWhatsapp } from '@ramal/contract/lines/lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let parent: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  parent = await person(ctx, { parent: admin, balance: 10_000 });
  seller = await person(ctx, { parent, balance: 10_000 });
});
afterAll(() => ctx.close());

type Act = Parameters<typeof call>[1];
const act = async (
  what: Act,
  id: number,
  body: Record<string, unknown> = {},
  actor = seller,
  url = '198.51.100.9',
) => {
  const reply = await call(
    ctx,
    what,
    { params: { id }, body },
    { token: actor.token, address: url },
  );
  expect(reply.status).toBe(200);
};
const history = (id: number, actor = seller, query: Record<string, unknown> = {}) =>
  call(ctx, getLineHistory, { params: { id }, query }, { token: actor.token });

it('lists every action with actor and changes and price and the newest first', async () => {
  const { id, username } = await line(ctx, seller, { username: '440001', nota: 'João' });
  await act(extendIptvLine, id, { credits: 2 });
  await act(switchIptvLine, id);
  await act(switchIptvLine, id);
  await act(trustIptvLine, id);
  await act(endOfDayIptvLine, id);
  await act(editIptvLine, id, { flagVencimento: 1, exp_day: '2027-02-19' });
  await act(editIptvLine, id, { nota: 'João da Silva', username: '440002', package: 2 });
  await act(setLineWhatsapp, id, { whatsapp: '5511900000001' });
  await act(renewLinePassword, id);

  const { body } = await history(id, seller, { per_page: 50 });
  const result = body.data.map(({ title, details, charged }) => [title, details, charged]);
  expect(result).toEqual([
    ['Senha nova', [], 0],
    ['WhatsApp guardado', ['WhatsApp: - → 5511900000001'], 0],
    [
      'Dados editados',
      [
        `Usuário: ${username} → 440002`,
        'Anotações: João → João da Silva',
        'Pacote: Completo → Completo sem adultos',
      ],
      0,
    ],
    ['Vencimento retrocedido', ['Vencimento: 21/02/2027 23:59 → 19/02/2027 23:59'], 0],
    ['Vencimento levado para 23:59', ['Vencimento: 21/02/2027 12:00 → 21/02/2027 23:59'], 0],
    ['Confiança de 48 horas', ['Vencimento: 19/02/2027 12:00 → 21/02/2027 12:00'], 0],
    ['Linha ligada', [], 0],
    ['Linha desligada', [], 0],
    ['Linha renovada', ['Vencimento: 21/12/2026 12:00 → 19/02/2027 12:00'], 2],
    ['Linha criada', ['Vencimento: 21/12/2026 12:00', 'Usuário: 440001', 'Pacote: Completo'], 1],
  ]);
  expect(body.data.every(({ actor }) => actor === seller.username)).toBe(true);
  expect(body.data[0]?.ip).toBe('198.51.100.9');
});

it('names the bouquets of a custom set', async () => {
  const { id } = await line(ctx, seller, { isCustomPackage: true, bouquets: [1] });
  await act(editIptvLine, id, { isCustomPackage: true, bouquets: [1, 2] });
  const { data } = (await history(id)).body;
  expect(data[0]?.details).toEqual(['Bouquets: Canais → Canais, Adultos']);
  expect(data[1]?.details).toContain('Pacote: Personalizado');
  expect(data[1]?.details).toContain('Bouquets: Canais');
});

it('records a test with its hours and no price', async () => {
  const { id } = await line(ctx, seller, { isOficial: false, test_hours: 1 });
  const [first] = (await history(id)).body.data;
  expect(first).toMatchObject({ title: 'Linha criada', charged: 0 });
  expect(first?.details).toContain('Teste de 1 hora');
});

it('shows the price only at the paid action even if two happen at the same instant', async () => {
  const { id } = await line(ctx, seller);
  await ctx.owner.query(
    `insert into events (at, kind, actor_id, account_id, line_id) select at, 'line-switched-off', actor_id, account_id, line_id
     from events where line_id = $1`,
    [id],
  );
  expect((await history(id)).body.data.map(({ title, charged }) => [title, charged])).toEqual([
    ['Linha desligada', 0],
    ['Linha criada', 1],
  ]);
});

describe('accounts above are not named, nor is their IP address shown', () => {
  it('shows a child its seller or the administration without names', async () => {
    const { id } = await line(ctx, seller);
    await act(extendIptvLine, id, { credits: 1 }, parent, '198.51.100.1');
    await act(extendIptvLine, id, { credits: 1 }, admin, '198.51.100.2');
    const seen = async (caller: Person) =>
      (await history(id, caller)).body.data.map(({ actor, ip }) => [actor, ip]);
    const [created, renewed, byAdmin] = [
      [seller.username, '203.0.113.7'],
      [parent.username, '198.51.100.1'],
      [admin.username, '198.51.100.2'],
    ];
    expect(await seen(seller)).toEqual([
      ['Administração', null],
      ['Quem vende para você', null],
      created,
    ]);
    expect(await seen(parent)).toEqual([['Administração', null], renewed, created]);
    expect(await seen(admin)).toEqual([byAdmin, renewed, created]);
    const raw = JSON.stringify((await history(id)).body);
    for (const name of [parent.username, admin.username, '198.51.100.1', '198.51.100.2'])
      expect(raw).not.toContain(name);
  });

  it('hides the history from accounts outside the tree', async () => {
    const { id } = await line(ctx, seller);
    const stranger = await person(ctx, { parent });
    expect(await history(id, stranger)).toMatchObject({
      status: 404,
      body: { code: 'line_not_found' },
    });
  });
});

it('returns the history in pages with the newest first', async () => {
  const { id } = await line(ctx, seller);
  for (let index = 0; index < 12; index += 1) await act(switchIptvLine, id);
  const page = async (number: number) =>
    (await history(id, seller, { page: number, per_page: 5 })).body;
  const pages = [await page(1), await page(2), await page(3), await page(4)];
  expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 3, 0]);
  expect(pages[0]).toMatchObject({ total: 13, total_exact: true, current_page: 1, last_page: 3 });
  const ids = pages.flatMap(({ data }) => data.map((row) => row.id));
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});

it('stores no password of a line in any event', async () => {
  const created = await line(ctx, seller);
  const passwords = [created.password];
  for (let index = 0; index < 3; index += 1) {
    const { body } = await call(
      ctx,
      renewLinePassword,
      { params: { id: created.id }, body: {} },
      { token: seller.token },
    );
    passwords.push(body.password);
  }
  await act(editIptvLine, created.id, { nota: 'x' });
  await act(deleteIptvLine, created.id);
  const { rows } = await ctx.owner.query(
    // Excludes the event of a sign-in, whose method is the text «password».
    `select coalesce(before::text, '') || coalesce(after::text, '') as told from events
     where not (kind = 'signed-in' and after = '{"how": "password"}')`,
  );
  const everything = rows.map(({ told: result }) => result).join('\n');
  for (const password of passwords) expect(everything).not.toContain(password);
  expect(everything).not.toMatch(/password|senha/i);
});
