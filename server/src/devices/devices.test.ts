import {
  activateLazer,
  activatePrime,
  bindDevice,
  listDeviceLines,
  listDevices,
  listLineDevices,
  resetDevice,
  unbindDevice,
} from '@ramal/contract/devices';
import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let parent: Person;
let seller: Person;
let child: Person;
let stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  const overrides = { balance: 100_000, until: '2028-01-01' };
  admin = await person(ctx, { profile: 'admin', until: '2028-01-01' });
  parent = await person(ctx, overrides);
  seller = await person(ctx, { parent, ...overrides });
  child = await person(ctx, { parent: seller, ...overrides });
  stranger = await person(ctx, overrides);
});
beforeEach(() => ctx.owner.query('delete from rate_limits'));
afterEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from devices');
});
afterAll(() => ctx.close());

type Line = Awaited<ReturnType<typeof line>>;
const MAC = 'A0:B1:C2:D3:E4:F5';
const as = ({ token }: Person) => ({ token });
const bind = (to: Line, body: Record<string, unknown> = {}, by = seller) =>
  call(ctx, bindDevice, { body: { mac: MAC, username: to.username, ...body } }, as(by));
const prime = (to: Line, body: Record<string, unknown> = {}, by = seller) =>
  call(
    ctx,
    activatePrime,
    { body: { mac: MAC, username: to.username, password: to.password, ...body } },
    as(by),
  );
const listed = async (by = seller, query: Record<string, unknown> = {}) =>
  (await call(ctx, listDevices, { query }, as(by))).body;
const ofLine = async ({ id }: Line, by = seller) =>
  (await call(ctx, listLineDevices, { params: { id } }, as(by))).body;
const eventsOf = async ({ id }: Line, by = seller) => {
  const { body } = await call(ctx, getLineHistory, { params: { id }, query: {} }, as(by));
  return body.data
    .map(({ actor, title, details }) => [actor, title, ...details])
    .filter(([, title]) => /aparelho/i.test(title!));
};

describe('Ativar Prime and Lazer Play', () => {
  it('binds the MAC to the line separately for each app and adds an event', async () => {
    const sold = await line(ctx, seller);
    expect(await prime(sold, { mac: 'a0b1.c2d3.e4f5' })).toMatchObject({
      status: 200,
      body: {
        message: 'Usuário ativado com sucesso!',
        device: {
          app: 'prime',
          app_name: 'Prime',
          mac: MAC,
          id_device: '',
          iptv: { id: sold.id, username: sold.username, state: 'active' },
          waits_until_timestamp: Date.parse('2026-11-28T15:00:00Z') / 1000,
          last_asked_timestamp: null,
        },
      },
    });
    const { username, password } = sold;
    const lazer = { body: { mac: MAC, username, password } };
    expect((await call(ctx, activateLazer, lazer, as(seller))).status).toBe(200);
    expect((await ofLine(sold)).map(({ app_name }) => app_name)).toEqual(['Lazer Play', 'Prime']);
    expect(await eventsOf(sold)).toEqual([
      [seller.username, 'Aparelho ligado à linha', 'Aparelho: Lazer Play, MAC ••:••:••:D3:E4:F5'],
      [seller.username, 'Aparelho ligado à linha', 'Aparelho: Prime, MAC ••:••:••:D3:E4:F5'],
    ]);
  });

  it.each([
    ['a wrong password', { password: 'outra-senha' }],
    ['an unknown user name', { username: '99999999' }],
  ])('%s is no line', async (_why, body) => {
    const reply = await prime(await line(ctx, seller), body);
    expect([reply.status, reply.body.code]).toEqual([404, 'line_not_found']);
    expect(await listed()).toMatchObject({ total: 0 });
  });

  it('binds only to lines of the caller’s tree', async () => {
    const [below, above] = [await line(ctx, child), await line(ctx, parent)];
    expect((await prime(below)).status).toBe(200);
    expect((await prime(above)).status).toBe(404);
    expect((await prime(await line(ctx, stranger))).status).toBe(404);
    expect(await ofLine(below, child)).toHaveLength(1);
  });

  it('binds only to IPTV lines', async () => {
    const { name, pass } = await p2pLine(ctx, seller);
    expect((await prime({ username: name, password: pass } as Line)).status).toBe(404);
  });

  it('refuses a malformed MAC with a reason', async () => {
    const { status, body } = await prime(await line(ctx, seller), { mac: 'A0:B1:C2' });
    expect([status, body.fields]).toEqual([
      422,
      { mac: 'Por favor, insira um endereço MAC válido, como A0:B1:C2:D3:E4:F5' },
    ]);
  });

  it('binds no device to a deleted line', async () => {
    const sold = await line(ctx, seller);
    await call(ctx, deleteIptvLine, { params: { id: sold.id }, body: {} }, as(seller));
    expect((await prime(sold)).status).toBe(404);
  });
});

describe('a MAC that is bound already', () => {
  it('changes nothing and adds no event if the MAC is already bound to the line', async () => {
    const sold = await line(ctx, seller);
    const [first, again] = [await bind(sold), await bind(sold)];
    expect(again.body.device).toEqual(first.body.device);
    expect(await eventsOf(sold)).toHaveLength(1);
  });

  it('replaces the device id if the MAC is already bound to the line', async () => {
    const sold = await line(ctx, seller);
    await bind(sold);
    const again = await bind(sold, { id_device: 'aparelho-7' });
    expect(again.body.device).toMatchObject({
      id_device: 'aparelho-7',
      waits_until_timestamp: null,
    });
    expect((await eventsOf(sold))[0]![1]).toBe('MAC do aparelho resetado');
  });

  it('moves a MAC from another own line with an event on both lines and waits for a device again', async () => {
    const [before, after] = [await line(ctx, seller), await line(ctx, seller)];
    const { id } = (await bind(before, { id_device: 'aparelho-7' })).body.device;
    ctx.clock.forward(86_400_000);
    const { device, taken_from: former } = (await bind(after)).body;
    expect(device).toMatchObject({ id, id_device: '' });
    expect(former).toBe(before.username);
    expect((await bind(after)).body.taken_from).toBeNull();
    expect([await ofLine(before), (await ofLine(after)).length]).toEqual([[], 1]);
    const titles = async (target: Line) => (await eventsOf(target)).map(([, title]) => title);
    expect(await titles(before)).toEqual([
      'Aparelho desligado da linha',
      'Aparelho ligado à linha',
    ]);
    expect(await titles(after)).toEqual(['Aparelho ligado à linha']);
  });

  it('moves a MAC from a line of the tree in the activation and only from own lines in the smart app', async () => {
    const below = await line(ctx, child);
    await bind(below, {}, child);
    expect((await bind(await line(ctx, seller))).body.code).toBe('device_taken');
    await prime(below, {}, child);
    const ownLine = await line(ctx, seller);
    expect((await prime(ownLine)).body.device).toMatchObject({ iptv: { id: ownLine.id } });
  });

  it('refuses a MAC of another reseller’s line without naming the reseller', async () => {
    const theirs = await line(ctx, stranger, { nota: 'Dona Célia' });
    await bind(theirs, {}, stranger);
    const refused = await bind(await line(ctx, seller));
    expect([refused.status, refused.body.code]).toEqual([409, 'device_taken']);
    expect(JSON.stringify(refused.body)).not.toMatch(
      new RegExp(`${stranger.username}|${theirs.username}|Célia`),
    );
    expect(await ofLine(theirs, stranger)).toMatchObject([{ mac: MAC }]);
    expect(await eventsOf(theirs, stranger)).toHaveLength(1);
  });

  it('refuses a MAC of the parent’s line like that of any other reseller', async () => {
    await bind(await line(ctx, parent), {}, parent);
    expect((await bind(await line(ctx, seller))).status).toBe(409);
  });

  it.each([
    ['deleted', `deleted_at = $2`],
    ['on another platform', `platform = 'p2p', expires_at = $2::timestamptz + interval '9 days'`],
    ['expired for a month', `expires_at = $2::timestamptz - interval '31 days'`],
  ])('binds a MAC again whose line of another reseller is %s', async (_why, change) => {
    const theirs = await line(ctx, stranger);
    await bind(theirs, { id_device: 'aparelho-7' }, stranger);
    await ctx.owner.query(`update lines set ${change} where id = $1`, [theirs.id, ctx.clock.now()]);
    const mine = await line(ctx, seller);
    expect((await bind(mine)).body.device).toMatchObject({ id_device: '', iptv: { id: mine.id } });
    await ctx.owner.query(`update lines set deleted_at = null, platform = 'iptv' where id = $1`, [
      theirs.id,
    ]);
    // The event tells the owner of the other line that the MAC was unbound. It does not contain the
    // actor.
    expect((await eventsOf(theirs, stranger))[0]).toEqual([
      'Sistema',
      'Aparelho desligado da linha',
      'Aparelho: Smart App, MAC ••:••:••:D3:E4:F5',
    ]);
    const { rows } = await ctx.owner.query(
      `select actor_id, address from events where line_id = $1 and kind = 'device-unbound'`,
      [theirs.id],
    );
    expect(rows).toEqual([{ actor_id: null, address: null }]);
  });

  it('refuses a MAC of a line that ended less than thirty days ago', async () => {
    const theirs = await line(ctx, stranger);
    await bind(theirs, {}, stranger);
    ctx.clock.forward(59 * 86_400_000);
    expect((await bind(await line(ctx, seller))).status).toBe(409);
  });

  it('limits how many MACs a reseller can test', async () => {
    await bind(await line(ctx, stranger), {}, stranger);
    const mine = await line(ctx, seller);
    const statuses = new Set<number>();
    for (let turn = 0; turn < 30; turn += 1) statuses.add((await bind(mine)).status);
    expect([...statuses]).toEqual([409]);
    // After this limit, an unbound MAC gets the same response as a bound one. The reseller can
    // therefore not test MACs.
    expect((await bind(mine)).status).toBe(429);
    expect((await bind(mine, { mac: '10:20:30:40:50:60' })).status).toBe(429);
    expect((await bind(await line(ctx, stranger), { app: 2 }, stranger)).status).toBe(200);
  });

  it('does not count successful bindings as attempts', async () => {
    for (let turn = 10; turn < 45; turn += 1) {
      const bound = await bind(await line(ctx, seller), { mac: `A0:B1:C2:D3:E4:${turn}` });
      expect(bound.status).toBe(200);
    }
  });
});

describe('simultaneous bindings', () => {
  it('binds one MAC to only one of two lines in simultaneous requests', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await ctx.owner.query('delete from devices');
      const [mine, theirs] = [await line(ctx, seller), await line(ctx, stranger)];
      const replies = await Promise.all([
        bind(mine),
        bind(theirs, {}, stranger),
        bind(mine),
        bind(theirs, {}, stranger),
      ]);
      const statuses = replies.map(({ status }) => status);
      const mineWon = statuses[0] === 200;
      expect(statuses).toEqual(mineWon ? [200, 409, 200, 409] : [409, 200, 409, 200]);
      const events = [await eventsOf(mine), await eventsOf(theirs, stranger)].map(
        ({ length }) => length,
      );
      expect(events).toEqual(mineWon ? [1, 0] : [0, 1]);
    }
  });

  it('never binds an eleventh device to a line in simultaneous requests', async () => {
    const sold = await line(ctx, seller);
    const macs = Array.from({ length: 14 }, (_, turn) => `A0:B1:C2:D3:E4:${turn + 10}`);
    const replies = await Promise.all(macs.map((mac) => bind(sold, { mac })));
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(409)]);
    expect(await ofLine(sold)).toHaveLength(10);
  });
});

describe('the list', () => {
  it('lists devices of own lines with the newest first in pages of ten and all devices for admins', async () => {
    const sold = [await line(ctx, seller), await line(ctx, seller, { nota: 'Sala da Ana' })];
    for (let turn = 10; turn < 22; turn += 1) {
      ctx.clock.forward(60_000);
      await bind(sold[turn % 2]!, { mac: `A0:B1:C2:D3:E4:${turn}`, app: 1 + (turn % 2) });
    }
    await prime(await line(ctx, child), { mac: '10:20:30:40:50:60' }, child);
    const first = await listed();
    expect(first).toMatchObject({ total: 12, total_exact: true, per_page: 10, last_page: 2 });
    expect(first.data.map(({ mac }) => mac.slice(-2)).join()).toBe('21,20,19,18,17,16,15,14,13,12');
    expect((await listed(seller, { page: 2 })).data.map(({ mac }) => mac.slice(-2))).toEqual([
      '11',
      '10',
    ]);
    expect(first.data[0]).toMatchObject({
      app_name: 'Smart App 2',
      iptv: { username: sold[1]!.username, nota: 'Sala da Ana' },
      reseller: { username: seller.username },
      created_formatted: '21/11/2026',
    });
    expect((await listed(admin)).total).toBe(13);
    expect((await listed(stranger)).total).toBe(0);
    expect((await listed(parent)).total).toBe(0);
    expect((await listed(admin, { app: 'prime' })).data).toMatchObject([{ app: 'prime' }]);
    expect((await listed(admin, { app: 'smart' })).total).toBe(12);
  });

  it.each([
    ['the MAC as it is written', 'd3:e4'],
    ['the MAC without its colons', 'c2d3e4'],
    ['the id', 'sala-7'],
    ['the line’s user name', '7345001'],
    ['the note of the line', 'CÉLIA'],
  ])('is searched by %s', async (_what, search) => {
    const sold = await line(ctx, seller, {
      username: `7345001${Math.floor(Math.random() * 1e6)}`,
      nota: 'Dona Celia',
    });
    await bind(sold, { id_device: 'SALA-777' });
    await bind(await line(ctx, seller), { mac: '10:20:30:40:50:60' });
    expect((await listed(seller, { search })).data).toMatchObject([{ mac: MAC }]);
    expect((await listed(seller, { search: 'nada%' })).total).toBe(0);
  });

  it('omits devices without a line and lists them again with a restored line', async () => {
    const sold = await line(ctx, seller);
    const { id } = (await bind(sold)).body.device;
    await call(ctx, deleteIptvLine, { params: { id: sold.id }, body: {} }, as(seller));
    expect((await listed()).total).toBe(0);
    expect((await call(ctx, unbindDevice, { params: { id } }, as(seller))).status).toBe(404);
    await ctx.owner.query('update lines set deleted_at = null where id = $1', [sold.id]);
    expect((await listed()).total).toBe(1);
  });
});

it('offers own IPTV lines by name with a search in pages of ten', async () => {
  const owner = await person(ctx, { parent, balance: 100_000 });
  for (let turn = 10; turn < 22; turn += 1)
    await line(ctx, owner, {
      username: `88000${turn}`,
      nota: turn === 15 ? 'Seu Zé' : 'Cliente',
    });
  await p2pLine(ctx, owner);
  const choose = async (query: Record<string, unknown>) =>
    (await call(ctx, listDeviceLines, { query }, as(owner))).body;
  const page = await choose({});
  expect(page).toMatchObject({ total: 12, per_page: 10 });
  expect(page.data[0]).toMatchObject({ username: '8800010', state: 'active' });
  expect((await choose({ page: 2 })).data.map(({ username }) => username)).toEqual([
    '8800020',
    '8800021',
  ]);
  expect((await choose({ search: 'seu ze' })).data).toMatchObject([{ username: '8800015' }]);
  expect(
    (await call(ctx, listDeviceLines, { query: {} }, as(stranger))).body.data,
  ).not.toContainEqual(expect.objectContaining({ username: '8800010' }));
});

describe('reset and unbind', () => {
  const reset = (body: Record<string, unknown>, by = seller) =>
    call(ctx, resetDevice, { body: { mac: MAC, ...body } }, as(by));

  it('removes the device id on reset or replaces it with the sent one', async () => {
    const sold = await line(ctx, seller);
    await bind(sold, { id_device: 'aparelho-7' });
    expect(await reset({})).toMatchObject({
      status: 200,
      body: { message: 'MAC resetado com sucesso', device: { mac: MAC, id_device: '' } },
    });
    await reset({ id_device: 'aparelho-8', username: sold.username });
    expect((await listed()).data).toMatchObject([{ id_device: 'aparelho-8' }]);
    expect((await eventsOf(sold)).map(([, title]) => title)).toEqual([
      'MAC do aparelho resetado',
      'MAC do aparelho resetado',
      'Aparelho ligado à linha',
    ]);
  });

  it.each([
    ['another app', { app: 2 }],
    ['another MAC', { mac: '10:20:30:40:50:60' }],
    ['another line’s user name', { username: '12345678' }],
  ])('%s is no device', async (_why, body) => {
    await bind(await line(ctx, seller), { id_device: 'aparelho-7' });
    const reply = await reset(body);
    expect([reply.status, reply.body.code]).toEqual([404, 'device_not_found']);
    expect((await listed()).data).toMatchObject([{ id_device: 'aparelho-7' }]);
  });

  it.each(['seller', 'admin'] as const)(
    'shows and unbinds devices of own lines, and of all lines for an admin: %s',
    async (who) => {
      const { id } = (await bind(await line(ctx, seller))).body.device;
      for (const [by, status] of [
        [stranger, 404],
        [child, 404],
        [parent, 404],
        [who === 'admin' ? admin : seller, 200],
      ] as const) {
        expect((await reset({}, by)).status).toBe(status);
        expect((await call(ctx, unbindDevice, { params: { id } }, as(by))).status).toBe(status);
      }
      expect((await listed()).total).toBe(0);
    },
  );

  it('binds and resets and unbinds only on own lines and not on those of a child (Q-SMARTSCOPE)', async () => {
    const below = await line(ctx, child);
    expect((await bind(below)).body.code).toBe('line_not_found');
    expect((await bind(below, {}, admin)).status).toBe(200);
    expect((await reset({})).body.code).toBe('device_not_found');
  });

  it('records an unbinding and frees the MAC for every account', async () => {
    const sold = await line(ctx, seller);
    const { id } = (await bind(sold)).body.device;
    const reply = await call(ctx, unbindDevice, { params: { id } }, as(seller));
    expect(reply.body).toEqual({ id, message: 'Usuário deletado com sucesso' });
    expect((await eventsOf(sold))[0]).toEqual([
      seller.username,
      'Aparelho desligado da linha',
      'Aparelho: Smart App, MAC ••:••:••:D3:E4:F5',
    ]);
    expect((await bind(await line(ctx, stranger), {}, stranger)).status).toBe(200);
  });
});

it('stores no whole MAC and no device id in events', async () => {
  await bind(await line(ctx, seller), { id_device: 'segredo-77' });
  const { rows } = await ctx.owner.query(
    `select count(*)::int from events where concat(before, after) ~ 'A0:B1|segredo-77'`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

it('ignores owner and time and address in the request body', async () => {
  const sold = await line(ctx, seller);
  const foreign = {
    id: 1,
    line_id: 1,
    created_by: stranger.id,
    created_at: '2001-01-01',
    waits_since: '2099-01-01',
    last_address: '192.0.2.9',
    owner_id: stranger.id,
    reseller_id: stranger.id,
  };
  await bind(sold, foreign);
  const { rows } = await ctx.owner.query(
    `select line_id::int, created_by::int, created_at, waits_since, last_address from devices`,
  );
  const now = ctx.clock.now();
  const reservation = {
    line_id: sold.id,
    created_by: seller.id,
    created_at: now,
    waits_since: now,
  };
  expect(rows).toEqual([{ ...reservation, last_address: null }]);
});
