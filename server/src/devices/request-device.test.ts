import { DAY_MS } from '@ramal/contract/rules/durations';
import { requestDeviceLine, bindDevice, resetDevice, unbindDevice } from '@ramal/contract/devices';
import { deleteIptvLine, switchIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getLineHistory, renewLinePassword } from '@ramal/contract/lines/lines';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, person } from '../../test/accounts.ts';
import { rateLimits } from '../foundation/limits/rate-limits.ts';
import { deleteOldRows, eraseDeletedLines } from '../retention/retention.ts';

const UNKNOWN_PER_BLOCK = rateLimits['device-block'].points;
const UNKNOWN_PER_MAC = rateLimits['device-mac'].points;
const UNKNOWN_PER_NETWORK = rateLimits['device-network'].points;

let ctx: TestContext;
let seller: Person;
let sold: Awaited<ReturnType<typeof line>>;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 100_000, until: '2028-01-01' });
});
beforeEach(async () => {
  await ctx.owner.query('delete from rate_limits');
  sold = await line(ctx, seller);
});
afterEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from devices');
});
afterAll(() => ctx.close());

const MAC = 'A0:B1:C2:D3:E4:F5';
const by = () => ({ token: seller.token });
const bind = async (body: Record<string, unknown> = {}) =>
  (await call(ctx, bindDevice, { body: { mac: MAC, username: sold.username, ...body } }, by())).body
    .device;
const reset = (body: Record<string, unknown> = {}) =>
  call(ctx, resetDevice, { body: { mac: MAC, ...body } }, by());

/** Number of network addresses used. Each request gets a new address unless the test sets one. */
let networks = 0;
const elsewhere = () => `198.18.${Math.floor((networks += 1) / 250)}.${networks % 250}`;
const ask = (body: Record<string, unknown> = {}, address = elsewhere()) =>
  call(ctx, requestDeviceLine, { body: { mac: MAC, ...body } }, { address });
const state = async (body: Record<string, unknown> = {}, address?: string) => {
  const reply = await ask(body, address);
  return reply.status === 200 ? reply.body.state : reply.status;
};
const stored = async () =>
  (
    await ctx.owner.query(
      `select id_device, last_asked_at, host(last_address) as last_address from devices`,
    )
  ).rows[0];

describe('an app that asks with a bound MAC', () => {
  it('returns the login of the line to an app with a bound MAC and the login plays', async () => {
    await bind({ id_device: 'sala-7777' });
    const { status, body } = await ask({ id_device: 'sala-7777', mac: 'a0b1c2d3e4f5' });
    expect([status, body]).toEqual([
      200,
      {
        state: 'active',
        message: '',
        username: sold.username,
        password: sold.password,
        DNS_SMARTER: sold.DNS_SMARTER,
        M3U8: sold.M3U8,
        short_M3U8: sold.short_M3U8,
        M3U8_2: sold.M3U8_2,
        short_M3U8_2: sold.short_M3U8_2,
        SSIPTV_M3U8: sold.SSIPTV_M3U8,
        short_SSIPTV_M3U8: sold.short_SSIPTV_M3U8,
        product: sold.package_name,
        is_trial: false,
        exp_date_formatted: sold.exp_date_formatted,
        exp_date_timestamp: sold.exp_date_timestamp,
      },
    ]);
    if (body.state !== 'active') throw new Error('not active');
    const url = `/player_api.php?username=${body.username}&password=${body.password}`;
    expect((await ctx.server.inject({ url })).json()).toMatchObject({
      user_info: { auth: 1, status: 'Active' },
    });
    const list = await ctx.server.inject({
      url: new URL(body.M3U8).pathname + new URL(body.M3U8).search,
    });
    expect(list.body).toContain('#EXTM3U');
  });

  it('returns a new password as soon as it is set', async () => {
    await bind({ id_device: 'sala-7777' });
    const renewed = await call(ctx, renewLinePassword, { params: { id: sold.id }, body: {} }, by());
    expect((await ask({ id_device: 'sala-7777' })).body).toMatchObject({
      password: renewed.body.password,
    });
  });

  it('returns the line only to the app for which the MAC is bound', async () => {
    await bind({ app: 2, id_device: 'sala-7777' });
    expect(await state({ id_device: 'sala-7777' })).toBe('unknown');
    expect(await state({ id_device: 'sala-7777', app: 'prime' })).toBe('unknown');
    expect(await state({ id_device: 'sala-7777', app: '2' })).toBe('active');
  });
});

describe('the MAC is for one device', () => {
  it('assigns the MAC to the first device that requests it by the id that the device sends', async () => {
    await bind();
    expect(await state({ id_device: 'primeiro' })).toBe('active');
    expect(await state({ id_device: 'segundo-' })).toBe('unknown');
    expect(await state()).toBe('unknown');
    expect(await state({ id_device: 'primeiro' })).toBe('active');
    expect(await stored()).toMatchObject({ id_device: 'primeiro' });
  });

  it('gives a device without an id one id once', async () => {
    await bind();
    const first = (await ask()).body;
    if (first.state !== 'active') throw new Error('not active');
    expect(first.id_device).toMatch(/^[\w-]{24}$/);
    const again = (await ask({ id_device: first.id_device })).body;
    expect(again.state).toBe('active');
    expect(again).not.toHaveProperty('id_device');
    expect(await state()).toBe('unknown');
  });

  it('accepts only the device with the entered id', async () => {
    await bind({ id_device: 'digitado' });
    expect(await state()).toBe('unknown');
    expect(await state({ id_device: 'primeiro' })).toBe('unknown');
    expect(await state({ id_device: 'digitado' })).toBe('active');
  });

  it('assigns the MAC to one of many devices that request it at the same time', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await ctx.owner.query('delete from devices; delete from rate_limits');
      await bind();
      const states = await Promise.all(
        Array.from({ length: 8 }, (_, n) => state({ id_device: `aparelho-${n}` })),
      );
      const answered = (input: string) => states.filter((state) => state === input).length;
      expect([answered('active'), answered('unknown')]).toEqual([1, 7]);
    }
  });

  it('accepts another device after a reset and refuses the former one', async () => {
    await bind();
    await state({ id_device: 'primeiro' });
    await reset();
    expect(await state({ id_device: 'segundo-' })).toBe('active');
    expect(await state({ id_device: 'primeiro' })).toBe('unknown');
  });

  it('waits seven days for a device and again after a reset', async () => {
    await bind();
    ctx.clock.forward(7 * DAY_MS);
    expect(await state({ id_device: 'primeiro' })).toBe('unknown');
    expect(await stored()).toMatchObject({ id_device: null });
    await reset();
    ctx.clock.forward(7 * DAY_MS - 1000);
    expect(await state({ id_device: 'primeiro' })).toBe('active');
  });

  it('keeps the device of an expired line so that no other receives it after a renewal', async () => {
    await bind();
    ctx.clock.set('2026-11-27T15:00:00Z');
    await ctx.owner.query('update lines set expires_at = $2 where id = $1', [
      sold.id,
      '2026-11-26T15:00:00Z',
    ]);
    const { body } = await ask({ id_device: 'primeiro' });
    expect(body).toEqual({
      state: 'expired',
      message: 'Sua assinatura venceu. Fale com quem vende para você.',
      exp_date_formatted: '26/11/2026 12:00',
      exp_date_timestamp: Date.parse('2026-11-26T15:00:00Z') / 1000,
    });
    await ctx.owner.query('update lines set expires_at = $2 where id = $1', [
      sold.id,
      '2026-12-26T15:00:00Z',
    ]);
    expect(await state({ id_device: 'segundo-' })).toBe('unknown');
    expect(await state({ id_device: 'primeiro' })).toBe('active');
  });

  it('accepts a new device after the MAC moved to another line', async () => {
    await bind({ id_device: 'primeiro' });
    const other = await line(ctx, seller);
    await bind({ username: other.username });
    expect((await ask({ id_device: 'segundo-' })).body).toMatchObject({ username: other.username });
    expect(await state({ id_device: 'primeiro' })).toBe('unknown');
  });
});

describe('end of the access', () => {
  const cuts: [string, string, () => Promise<unknown>][] = [
    [
      'a block of the line',
      'blocked',
      () =>
        ctx.owner.query('update lines set blocked_for_abuse_at = now() where id = $1', [sold.id]),
    ],
    [
      'the deactivation of the line',
      'disabled',
      () => call(ctx, switchIptvLine, { params: { id: sold.id }, body: {} }, by()),
    ],
    ['the expiry of the line', 'expired', async () => ctx.clock.forward(30 * DAY_MS)],
    [
      'the deletion of the line',
      'unknown',
      () => call(ctx, deleteIptvLine, { params: { id: sold.id }, body: {} }, by()),
    ],
    [
      'the migration of the line',
      'unknown',
      () => ctx.owner.query(`update lines set platform = 'p2p' where id = $1`, [sold.id]),
    ],
  ];
  it.each(cuts)('follows %s immediately as %s', async (_how, ended, cut) => {
    await bind({ id_device: 'sala-7777' });
    expect(await state({ id_device: 'sala-7777' })).toBe('active');
    await cut();
    const { body } = await ask({ id_device: 'sala-7777' });
    expect(body.state).toBe(ended);
    expect(body.message).not.toBe('');
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${sold.username}|${sold.password}`));
  });

  it('forgets the device when the MAC is unbound', async () => {
    const { id } = await bind({ id_device: 'sala-7777' });
    await state({ id_device: 'sala-7777' });
    await call(ctx, unbindDevice, { params: { id } }, by());
    expect(await state({ id_device: 'sala-7777' })).toBe('unknown');
  });
});

describe('guessing', () => {
  const mac = (turn: number, block = '10:20:30') =>
    `${block}:${[turn >> 16, (turn >> 8) & 255, turn & 255].map((octet) => octet.toString(16).padStart(2, '0')).join(':')}`;

  it('answers for a bound or expired or occupied MAC as for an unbound one', async () => {
    await bind({ id_device: 'sala-7777' });
    const nobodys = await ask({ mac: mac(1), id_device: 'tentativa' });
    const others = await ask({ id_device: 'tentativa' });
    await ctx.owner.query(`update devices set id_device = null, waits_since = '2026-01-01'`);
    const overdue = await ask({ id_device: 'tentativa' });
    expect([others.status, others.body]).toEqual([nobodys.status, nobodys.body]);
    expect([overdue.status, overdue.body]).toEqual([nobodys.status, nobodys.body]);
  });

  it('limits unknown requests of a network but not a device with its id', async () => {
    const address = elsewhere();
    await bind({ id_device: 'sala-7777' });
    for (let turn = 0; turn < UNKNOWN_PER_NETWORK; turn += 1)
      expect(await state({ mac: mac(turn) }, address)).toBe('unknown');
    const rejected = await ask({ mac: mac(999) }, address);
    expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await state({ id_device: 'sala-7777' }, address)).toBe('active');
    await reset();
    // A network that guesses ids must not receive the line of a MAC that waits for its device.
    expect(await state({ id_device: 'tentativa' }, address)).toBe(429);
    expect(await stored()).toMatchObject({ id_device: null });
    expect(await state({ mac: mac(999) })).toBe('unknown');
  });

  it('counts an app that repeats the same request only once', async () => {
    const address = elsewhere();
    for (let turn = 0; turn < UNKNOWN_PER_NETWORK * 2; turn += 1)
      expect(await state({ id_device: 'sala-7777' }, address)).toBe('unknown');
    expect(await state({ mac: mac(1) }, address)).toBe('unknown');
  });

  it('counts a refused request again when it is repeated', async () => {
    const address = elsewhere();
    for (let turn = 0; turn < UNKNOWN_PER_NETWORK; turn += 1)
      await ask({ mac: mac(turn) }, address);
    expect(await state({ mac: mac(999) }, address)).toBe(429);
    expect(await state({ mac: mac(999) }, address)).toBe(429);
  });

  it('stops guesses of ids for one MAC from any network but not its own device', async () => {
    await bind({ id_device: '123456' });
    for (let turn = 0; turn < UNKNOWN_PER_MAC; turn += 1)
      expect(await state({ id_device: `00000${turn}` })).toBe('unknown');
    expect(await state({ id_device: '999999' })).toBe(429);
    expect(await state({ id_device: '123456' })).toBe('active');
  });

  it('stops guesses within a manufacturer’s block from any network but not in other blocks', async () => {
    expect(await state({ mac: mac(0) })).toBe('unknown');
    const { rowCount } = await ctx.owner.query(
      `update rate_limits set points = points + $1 where key like 'device-block%'`,
      [UNKNOWN_PER_BLOCK - 2],
    );
    expect(rowCount).toBe(1);
    expect(await state({ mac: mac(1) })).toBe('unknown');
    expect(await state({ mac: mac(2) })).toBe(429);
    expect(await state({ mac: mac(1, '40:50:60') })).toBe('unknown');
  });

  it('counts an IPv6 subscriber as one network', async () => {
    for (let turn = 0; turn < UNKNOWN_PER_NETWORK; turn += 1)
      await ask({ mac: mac(turn) }, `2001:db8:1:2::${turn + 1}`);
    expect(await state({ mac: mac(999) }, '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await state({ mac: mac(999) }, '2001:db8:1:3::1')).toBe('unknown');
  });
});

describe('stored data of a request', () => {
  it('stores the time and address of a request at most once a minute', async () => {
    await bind({ id_device: 'sala-7777' });
    await ask({ id_device: 'sala-7777' }, '192.0.2.1');
    const first = { last_asked_at: ctx.clock.now(), last_address: '192.0.2.1' };
    expect(await stored()).toMatchObject(first);
    ctx.clock.forward(59_000);
    await ask({ id_device: 'sala-7777' }, '192.0.2.2');
    expect(await stored()).toMatchObject(first);
    ctx.clock.forward(1000);
    await ask({ id_device: 'sala-7777' }, '192.0.2.2');
    expect(await stored()).toMatchObject({
      last_asked_at: ctx.clock.now(),
      last_address: '192.0.2.2',
    });
    // A request of an unknown device must not change the stored row.
    ctx.clock.forward(DAY_MS);
    await ask({ id_device: 'outro-777' }, '192.0.2.3');
    expect(await stored()).toMatchObject({ last_address: '192.0.2.2' });
  });

  it('erases the address with other addresses and the device with its line', async () => {
    await bind({ id_device: 'sala-7777' });
    await ask({ id_device: 'sala-7777' }, '192.0.2.1');
    ctx.clock.forward((ctx.config.retentionDays - 1) * DAY_MS);
    await deleteOldRows(ctx, 'day');
    expect(await stored()).toMatchObject({ last_address: '192.0.2.1' });
    ctx.clock.forward(2 * DAY_MS);
    await deleteOldRows(ctx, 'day');
    expect(await stored()).toMatchObject({ last_address: null, id_device: 'sala-7777' });

    await ctx.owner.query('update lines set deleted_at = $2 where id = $1', [
      sold.id,
      ctx.clock.now(),
    ]);
    ctx.clock.forward(29 * DAY_MS);
    await eraseDeletedLines.work(ctx, undefined);
    expect(await stored()).toBeDefined();
    ctx.clock.forward(2 * DAY_MS);
    await eraseDeletedLines.work(ctx, undefined);
    expect(await stored()).toBeUndefined();
  });

  it('records an event only for the first device of a MAC', async () => {
    await bind();
    await ask({ id_device: 'sala-7777' });
    const { body } = await call(ctx, getLineHistory, { params: { id: sold.id }, query: {} }, by());
    expect(body.data.map(({ title }) => title)).toEqual([
      'Aparelho assumiu o MAC',
      'Aparelho ligado à linha',
      'Linha criada',
    ]);
  });
});

it('allows requests of pages on other origins because television apps are such pages', async () => {
  const response = await ask();
  expect(response.headers['access-control-allow-origin']).toBe('*');
  const preflight = await ctx.server.inject({
    method: 'OPTIONS',
    url: '/api/device',
    headers: { origin: 'null', 'access-control-request-method': 'POST' },
  });
  expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    'content-type',
  ]);
  const other = await ctx.server.inject({ url: '/api/users-smart-app' });
  expect(other.headers).not.toHaveProperty('access-control-allow-origin');
});

it.each([
  ['no MAC', { mac: undefined }],
  ['none that a device has', { mac: '00:00:00:00:00:00' }],
  ['a device id that is too short', { id_device: '12345' }],
  ['no app there could be', { app: 'outro' }],
])('%s is told apart by its fields alone', async (_what, body) => {
  const reply = await ask(body);
  expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, Object.keys(body)]);
});
