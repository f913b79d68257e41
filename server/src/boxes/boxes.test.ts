import { sendBoxMessage, listBoxHistory, orderBox } from '@ramal/contract/boxes/box-orders';
import {
  acceptBoxDevice,
  answerBoxRequest,
  blockBox,
  editBox,
  listBoxes,
  listLineBoxes,
  moveBox,
  readBoxOverview,
  registerBox,
  releaseBox,
  removeBox,
  replaceBox,
} from '@ramal/contract/boxes/boxes';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let child: Person;
let stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  const overrides = { balance: 100_000, until: '2028-01-01' };
  admin = await person(ctx, { profile: 'admin', until: '2028-01-01' });
  seller = await person(ctx, overrides);
  child = await person(ctx, { parent: seller, ...overrides });
  stranger = await person(ctx, overrides);
});
beforeEach(() => ctx.owner.query('delete from rate_limits'));
afterEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from box_requests');
  await ctx.owner.query('delete from boxes');
});
afterAll(() => ctx.close());

type Line = Awaited<ReturnType<typeof line>>;
const MAC = '00:1A:79:4C:1B:E2';
const OTHER_MAC = '00:1A:79:4C:1B:E3';
const as = ({ token }: Person) => ({ token });
const register = (to: Line, body: Record<string, unknown> = {}, by = seller) =>
  call(ctx, registerBox, { body: { mac: MAC, line_id: to.id, ...body } }, as(by));
const listed = async (by = seller, query: Record<string, unknown> = {}) =>
  (await call(ctx, listBoxes, { query }, as(by))).body;
const set = (assignments: string, id: number) =>
  ctx.owner.query(`update boxes set ${assignments} where id = $1`, [id]);
const eventsOf = async ({ id }: Line, by = seller) => {
  const { body } = await call(ctx, getLineHistory, { params: { id }, query: {} }, as(by));
  return body.data.map(({ title }) => title).filter((title) => /caixa/i.test(title));
};

describe('register', () => {
  it('rejects a line that another server serves, because the portal would not know its box', async () => {
    const home = await line(ctx, seller);
    await ctx.owner.query(
      `with server as (
         insert into line_servers (name, kind, platform, sealed_access, host, created_by, created_at)
         values ('Servidor das caixas', 'xui', 'iptv', '', 'x.example', $2, now()) returning id)
       insert into server_lines (server_id, line_id, is_first) select id, $1, false from server`,
      [home.id, seller.id],
    );
    const { status, body } = await register(home);
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        code: 'box_line_elsewhere',
        message:
          'Esta linha fica em outro servidor, que não conhece as caixas daqui. Cadastre o MAC lá.',
      }),
    ]);
    expect((await listed()).data).toEqual([]);
    await ctx.owner.query('update server_lines set is_current = false where line_id = $1', [
      home.id,
    ]);
    expect((await register(home)).status).toBe(200);
  });

  it('puts a MAC in any spelling on an own line and shows it waiting', async () => {
    const home = await line(ctx, seller);
    const { status, body } = await register(home, { mac: '001a794c1be2', room: 'Sala' });
    expect(status).toBe(200);
    expect(body.box).toMatchObject({
      mac: MAC,
      room: 'Sala',
      state: 'never',
      channel: null,
      iptv: { id: home.id, username: home.username, screens_used: 0 },
      last_order: null,
    });
    expect((await listed()).data.map(({ mac }) => mac)).toEqual([MAC]);
    expect(await eventsOf(home)).toEqual(['Caixa cadastrada']);
  });

  it('moves a MAC between own lines only when the caller confirms the move', async () => {
    const [first, second] = [await line(ctx, seller), await line(ctx, seller)];
    await register(first);
    const refused = await register(second);
    expect(refused).toMatchObject({ status: 409, body: { code: 'box_on_own_line' } });
    expect(refused.body).toMatchObject({
      fields: { mac: 'Este MAC já está na linha de Cliente.' },
    });
    const { body } = await register(second, { move: true });
    expect(body.box.iptv.id).toBe(second.id);
    expect(await eventsOf(first)).toEqual(['Caixa removida', 'Caixa cadastrada']);
  });

  it('rejects a MAC of another reseller without naming its line', async () => {
    const theirs = await line(ctx, stranger);
    await register(theirs, {}, stranger);
    const { status, body } = await register(await line(ctx, seller), { move: true });
    expect([status, body]).toMatchObject([409, { message: 'Este MAC não pode ser usado.' }]);
    expect(JSON.stringify(body)).not.toContain(theirs.username);
  });

  it('takes a MAC over from a line that another reseller abandoned', async () => {
    const theirs = await line(ctx, stranger);
    await register(theirs, {}, stranger);
    await ctx.owner.query(`update boxes set serial = 'THEIRS', pinned_at = now(), room = 'Bar'`);
    ctx.clock.set('2027-06-01T12:00:00Z');
    const home = await line(ctx, seller);
    expect(await register(home)).toMatchObject({
      status: 200,
      body: { box: { is_pinned: false, room: '', state: 'never' } },
    });
    expect((await listed(stranger)).data).toEqual([]);
  });

  it('replaces the boxes of the line or adds at most ten', async () => {
    const home = await line(ctx, seller);
    await register(home);
    const { body } = await register(home, { mac: OTHER_MAC, mode: 'replace' });
    expect((await listed()).data.map(({ id }) => id)).toEqual([body.box.id]);
    for (let n = 10; n < 19; n += 1) await register(home, { mac: `00:1A:79:00:00:${n}` });
    expect(await register(home, { mac: '00:1A:79:00:00:30' })).toMatchObject({
      status: 409,
      body: { code: 'boxes_too_many' },
    });
  });

  it('serves only own IPTV lines, and any of them for admins', async () => {
    const p2p = await p2pLine(ctx, seller);
    for (const to of [await line(ctx, stranger), await line(ctx, child), p2p])
      expect(await register(to as Line)).toMatchObject({
        status: 404,
        body: { code: 'line_not_found' },
      });
    expect((await register(await line(ctx, child), {}, admin)).status).toBe(200);
    expect((await listed(admin)).data.map(({ reseller }) => reseller.username)).toEqual([
      child.username,
    ]);
    expect((await listed()).data).toEqual([]);
  });

  it('limits how many MACs an account may try', async () => {
    const theirs = await line(ctx, stranger);
    await register(theirs, {}, stranger);
    const home = await line(ctx, seller);
    for (let n = 0; n < 30; n += 1) expect((await register(home)).status).toBe(409);
    expect((await register(home)).status).toBe(429);
  });
});

describe('change', () => {
  const openBox = async () => {
    const home = await line(ctx, seller);
    const { body } = await register(home);
    return { home, id: body.box.id, params: { id: body.box.id } };
  };

  it('assigns a MAC once when two boxes get it at the same moment', async () => {
    const homes = [await line(ctx, seller), await line(ctx, seller)];
    const first = (await register(homes[0]!)).body.box;
    const second = (await register(homes[1]!, { mac: '00:1A:79:4C:1B:E4' })).body.box;
    const replaced = await Promise.all(
      [first, second].map(({ id }) =>
        call(ctx, replaceBox, { params: { id }, body: { mac: OTHER_MAC } }, as(seller)),
      ),
    );
    expect(replaced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('edits the room, moves the box and replaces its MAC', async () => {
    const { home, id, params } = await openBox();
    await set(`last_seen_at = now(), model = 'MAG250', serial = 'A1', pinned_at = now()`, id);
    const edited = await call(ctx, editBox, { params, body: { room: 'Quarto' } }, as(seller));
    expect(edited.body.box).toMatchObject({ room: 'Quarto', serial: '••••A1', is_pinned: true });
    const target = await line(ctx, seller);
    const moved = await call(ctx, moveBox, { params, body: { line_id: target.id } }, as(seller));
    expect(moved.body.box).toMatchObject({ iptv: { id: target.id }, is_pinned: true });
    const replaced = await call(ctx, replaceBox, { params, body: { mac: OTHER_MAC } }, as(seller));
    expect(replaced.body.box).toMatchObject({
      mac: OTHER_MAC,
      room: 'Quarto',
      model: '',
      state: 'never',
      is_pinned: false,
    });
    expect(await eventsOf(home)).toEqual(['Caixa removida', 'Caixa cadastrada']);
    expect(await eventsOf(target)).toEqual([
      'Caixa cadastrada',
      'Caixa removida',
      'Caixa cadastrada',
    ]);
  });

  it('accepts the other device, and refuses if none asked', async () => {
    const { id, params } = await openBox();
    expect(await call(ctx, acceptBoxDevice, { params }, as(seller))).toMatchObject({
      status: 409,
      body: { code: 'box_no_other_device' },
    });
    await set(
      `serial = 'OLD', pinned_at = now(), session = 'x', other_serial = 'NEW12', other_model = 'MAG322', other_seen_at = now()`,
      id,
    );
    expect((await listed(seller, { filter: 'problem' })).data[0]).toMatchObject({
      state: 'other-device',
      other_device: { model: 'MAG322' },
    });
    const { body } = await call(ctx, acceptBoxDevice, { params }, as(seller));
    expect(body.box).toMatchObject({ serial: '••••EW12', other_device: null, model: 'MAG322' });
    const { rows } = await ctx.owner.query('select session from boxes where id = $1', [id]);
    expect(rows).toEqual([{ session: null }]);
  });

  it('blocks, unblocks, releases and removes', async () => {
    const { home, id, params } = await openBox();
    await set(`serial = 'OLD', pinned_at = now()`, id);
    const block = (is_blocked: boolean) =>
      call(ctx, blockBox, { params, body: { is_blocked } }, as(seller));
    expect((await block(true)).body.box.state).toBe('blocked');
    expect((await block(false)).body.box.state).toBe('never');
    const released = await call(ctx, releaseBox, { params }, as(seller));
    expect(released.body.box.is_pinned).toBe(false);
    expect((await call(ctx, removeBox, { params }, as(seller))).status).toBe(200);
    expect(await call(ctx, removeBox, { params }, as(seller))).toMatchObject({
      status: 404,
      body: { code: 'box_not_found' },
    });
    expect(await eventsOf(home)).toEqual([
      'Caixa removida',
      'Número de série da caixa solto',
      'Caixa desbloqueada',
      'Caixa bloqueada',
      'Caixa cadastrada',
    ]);
  });

  it('queues messages for a box that is off, and commands only for one that is on', async () => {
    const { id, params } = await openBox();
    const message = { text: 'Olá', needs_ok: true };
    const sent = await call(ctx, sendBoxMessage, { params, body: message }, as(seller));
    expect(sent.body.order).toMatchObject({ kind: 'message', delivered_timestamp: null });
    const restart = () => call(ctx, orderBox, { params, body: { kind: 'restart' } }, as(seller));
    expect(await restart()).toMatchObject({ status: 409, body: { code: 'box_off' } });
    await ctx.owner.query('update boxes set last_seen_at = $2 where id = $1', [
      id,
      ctx.clock.now(),
    ]);
    expect((await restart()).body.order.kind).toBe('restart');
    const channel = (stream_id?: number) =>
      call(ctx, orderBox, { params, body: { kind: 'channel', stream_id } }, as(seller));
    expect((await channel()).status).toBe(404);
    expect((await channel(1)).status).toBe(200);
    const history = await call(ctx, listBoxHistory, { params }, as(seller));
    expect(history.body.map(({ kind }) => kind).toSorted()).toEqual([
      'channel',
      'message',
      'restart',
    ]);
    for (let n = 0; n < 17; n += 1)
      await call(ctx, sendBoxMessage, { params, body: message }, as(seller));
    expect(await call(ctx, sendBoxMessage, { params, body: message }, as(seller))).toMatchObject({
      status: 409,
      body: { code: 'box_orders_too_many' },
    });
  });

  it('hides every box from other resellers, in each call', async () => {
    const { home, params } = await openBox();
    const calls = [
      call(ctx, editBox, { params, body: {} }, as(stranger)),
      call(ctx, moveBox, { params, body: { line_id: home.id } }, as(stranger)),
      call(ctx, replaceBox, { params, body: { mac: OTHER_MAC } }, as(stranger)),
      call(ctx, acceptBoxDevice, { params }, as(stranger)),
      call(ctx, blockBox, { params, body: { is_blocked: true } }, as(stranger)),
      call(ctx, releaseBox, { params }, as(stranger)),
      call(ctx, removeBox, { params }, as(stranger)),
      call(ctx, sendBoxMessage, { params, body: { text: 'a' } }, as(stranger)),
      call(ctx, orderBox, { params, body: { kind: 'restart' } }, as(stranger)),
      call(ctx, listBoxHistory, { params }, as(stranger)),
      call(ctx, listLineBoxes, { params: { id: home.id } }, as(stranger)),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
  });
});

describe('lists', () => {
  it('puts problems first, then the last life sign, and filters by state', async () => {
    const home = await line(ctx, seller);
    const ids: number[] = [];
    for (let n = 10; n < 15; n += 1)
      ids.push((await register(home, { mac: `00:1A:79:00:00:${n}` })).body.box.id);
    const ago = (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1000);
    const seen = (id: number, column: string, seconds: number) =>
      ctx.owner.query(`update boxes set ${column} = $2 where id = $1`, [id, ago(seconds)]);
    await seen(ids[0]!, 'last_seen_at', 30);
    await seen(ids[1]!, 'last_seen_at', 5);
    await seen(ids[2]!, 'last_seen_at', 241);
    await seen(ids[3]!, 'other_seen_at', 60);
    const states = async (query = {}) =>
      (await listed(seller, query)).data.map(({ state }) => state);
    expect(await states()).toEqual(['other-device', 'on', 'on', 'off', 'never']);
    expect(await states({ filter: 'on' })).toEqual(['on', 'on']);
    expect(await states({ filter: 'off' })).toEqual(['off', 'never']);
    await ctx.owner.query('update lines set is_on = false where id = $1', [home.id]);
    expect(await states({ filter: 'expired' })).toEqual(['expired', 'expired']);
    const { body } = await call(ctx, readBoxOverview, {}, as(seller));
    expect(body.counts).toEqual({ all: 5, on: 0, off: 2, expired: 2, problem: 1 });
    expect(body.portal_url).toMatch(/\/c\/$/);
    for (const sort of ['mac', 'username', 'last_seen', 'created_at'])
      expect((await listed(seller, { sort, dir: 'desc' })).data).toHaveLength(5);
    expect((await listed(seller, { search: '00:14' })).data.map(({ id }) => id)).toEqual([ids[4]]);
  });

  it('shows requests of boxes to the seller of the line, and answers them once', async () => {
    const home = await line(ctx, seller);
    const ask = async (mac: string, lineId: number | null) =>
      ctx.owner.query(
        `insert into box_requests (mac, line_id, model, serial, first_asked_at, last_asked_at)
         values ($1, $2, 'MAG322', 'S1', $3, $3)`,
        [mac, lineId, ctx.clock.now()],
      );
    await register(home);
    await ask(OTHER_MAC, home.id);
    await ask('00:1A:79:99:99:99', null);
    const waiting = async (by: Person) =>
      (await call(ctx, readBoxOverview, {}, as(by))).body.waiting;
    expect(await waiting(stranger)).toEqual([]);
    expect(await waiting(admin)).toHaveLength(2);
    const [request] = await waiting(seller);
    expect(request).toMatchObject({ mac: OTHER_MAC, has_box: true, iptv: { id: home.id } });
    const reply = (body: Record<string, unknown>, by = seller) =>
      call(ctx, answerBoxRequest, { params: { id: request!.id }, body }, as(by));
    expect((await reply({ answer: 'add' }, stranger)).status).toBe(404);
    const { body } = await reply({ answer: 'replace' });
    expect(body.box).toMatchObject({ mac: OTHER_MAC, is_pinned: true, serial: '••••S1' });
    expect((await listed()).data).toHaveLength(1);
    expect((await reply({ answer: 'add' })).status).toBe(404);
  });
});
