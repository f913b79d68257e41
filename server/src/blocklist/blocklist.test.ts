/**
 * Tests that addresses that guess passwords are blocked, each time for longer. Addresses that
 * working lines share must not be blocked.
 */
import {
  createExemptNetwork,
  deleteBlockedIp,
  listBlockedAttempts,
  listBlockedIps,
} from '@ramal/contract/operations/blocklist';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PASSWORD, type Person, line, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { getBlocklist } from './blocks.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_TRUSTED_PROXIES: '192.0.2.0/24' });
  admin = await person(ctx, { profile: 'admin', until: '2026-12-31T00:00:00Z' });
  seller = await person(ctx, { balance: 100_000 });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query(
    'truncate blocked_addresses, exempt_networks, honest_sign_ins, refused_players, rate_limits',
  );
  getBlocklist(ctx).forget();
});
afterAll(() => ctx.close());

/**
 * Returns the status of the response. A wrong pair gets status 200 too, with `auth: 0` in the body.
 */
const plays = async (username: string, password: string, address: string) => {
  const { statusCode } = await ctx.server.inject({
    url: `/player_api.php?${new URLSearchParams({ username, password })}`,
    remoteAddress: address,
  });
  return statusCode;
};

async function guess(address: string, times: number, from = 0): Promise<void> {
  for (let n = from; n < from + times; n += 1) await plays(`visitante${n}`, `errada${n}`, address);
}

/**
 * Counts attempts without HTTP requests. The rate limits of requests use the clock of the machine
 * and not the clock of the test.
 */
async function guessDirectly(address: string, from: number): Promise<void> {
  for (let n = from; n < from + 20; n += 1)
    await getBlocklist(ctx).countWrong(
      { address, host: 'tv.example', username: `visitante${n}`, password: `errada${n}` },
      'player',
    );
}

const listed = async (query: { state?: 'blocked' | 'released' } = { state: 'blocked' }) =>
  (await call(ctx, listBlockedIps, { query }, { token: admin.token })).body.data;

// The list must not be empty minutes after an attack.
it('lists an address with its history for a day after its block or until it is deleted', async () => {
  const ip = '203.0.113.90';
  const as = { token: admin.token };
  const history = () => call(ctx, listBlockedAttempts, { body: { ip } }, as);
  const states = async (query = {}) => (await listed(query)).map(({ state }) => state);
  await guess(ip, 20);
  expect(await states()).toEqual(['blocked']);
  ctx.clock.forward(3 * 60_000);
  expect([
    await states(),
    await states({ state: 'released' }),
    await states({ state: 'blocked' }),
  ]).toEqual([['released'], ['released'], []]);
  expect((await history()).body).toMatchObject({ block: { state: 'released' }, total: 20 });
  ctx.clock.forward(24 * 60 * 60_000);
  expect(await states()).toEqual([]);
  // Simulates the deletion of the score after a week without attempts. The attempts remain for the
  // days of retention.
  await ctx.owner.query('truncate blocked_addresses');
  expect((await history()).body).toMatchObject({ block: null, blocks: 0, total: 20 });

  await guessDirectly(ip, 100);
  ctx.clock.forward(3 * 60_000);
  expect((await call(ctx, deleteBlockedIp, { body: { ip } }, as)).status).toBe(200);
  expect(await states()).toEqual([]);
  expect((await history()).body.code).toBe('ip_not_listed');
});

it('refuses an address with twenty distinct wrong pairs everywhere in the player', async () => {
  const sold = await line(ctx, seller);
  await guess('203.0.113.7', 19);
  expect(await listed()).toEqual([]);
  await guess('203.0.113.7', 1, 19);
  expect(await listed()).toEqual([
    {
      ip: '203.0.113.7',
      total: 20,
      reason: 'pairs',
      pairs: 20,
      state: 'blocked',
      blocked_until_timestamp: Date.parse(TODAY) / 1000 + 60,
      minutes: 1,
      shared: false,
    },
  ]);
  expect(await plays(sold.username, sold.password, '203.0.113.7')).toBe(403);
  expect(await plays(sold.username, sold.password, '203.0.113.8')).toBe(200);
  ctx.clock.forward(61_000);
  expect(await plays(sold.username, sold.password, '203.0.113.7')).toBe(200);
});

it('counts simultaneous attempts like separate ones', async () => {
  const tries = Array.from({ length: 40 }, (_, n) => ({
    address: `203.0.113.${n % 2}`,
    host: 'tv.example',
    username: `visitante${n % 20}`,
    password: n % 20 < 10 ? `errada${n}` : '123456',
  }));
  await Promise.all(tries.map((attempt) => getBlocklist(ctx).countWrong(attempt, 'player')));
  const { rows } = await ctx.owner.query(
    'select host(network) as ip, attempts::int, score, window_pairs::int as pairs from blocked_addresses order by network',
  );
  // Each address tried ten different pairs, which add 10 to the score. It also tried one password
  // with five names, which adds 3 + 2 × 2.
  const each = { attempts: 20, score: 17, pairs: 15 };
  expect(rows).toEqual([
    { ip: '203.0.113.0', ...each },
    { ip: '203.0.113.1', ...each },
  ]);
});

it('counts the same wrong pair of a television once a day', async () => {
  for (let n = 0; n < 25; n += 1) {
    await plays('antiga', 'senha-velha', '203.0.113.9');
    ctx.clock.forward(11 * 60_000);
  }
  const { rows } = await ctx.owner.query('select score, attempts::int from blocked_addresses');
  expect(rows).toEqual([{ score: 1, attempts: 25 }]);
});

it('makes each block longer and starts again after a week without attempts', async () => {
  const minutes: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    await guessDirectly('203.0.113.20', n * 20);
    minutes.push((await listed())[0]!.minutes);
    ctx.clock.forward(minutes.at(-1)! * 60_000 + 1_000);
  }
  expect(minutes).toEqual([1, 5, 30, 180, 1440, 1440]);
  ctx.clock.forward(8 * 24 * 60 * 60_000);
  await guessDirectly('203.0.113.20', 200);
  const { rows } = await ctx.owner.query('select blocks from blocked_addresses');
  expect(rows).toEqual([{ blocks: 1 }]);
});

it('raises the limit of a shared address and then refuses only its wrong sign-ins', async () => {
  const sold = [await line(ctx, seller), await line(ctx, seller)];
  for (const { username, password } of sold) await plays(username, password, '203.0.113.30');
  await guess('203.0.113.30', 29);
  expect(await listed()).toEqual([]);
  await guess('203.0.113.30', 1, 29);
  expect(await listed()).toMatchObject([{ ip: '203.0.113.30', shared: true }]);
  expect(await plays(sold[0]!.username, sold[0]!.password, '203.0.113.30')).toBe(200);
  expect(await plays('outra', 'errada', '203.0.113.30')).toBe(429);
});

it('does not block a carrier’s address with 300 honest lines and ten outdated televisions', async () => {
  const address = '203.0.113.35';
  const sold = await line(ctx, seller);
  await Promise.all(
    Array.from({ length: 300 }, (_, n) => getBlocklist(ctx).countRight(address, `linha${n}`)),
  );
  // Each television tries to sign in every hour for two days with a pair that is no longer valid.
  const televisions = Array.from({ length: 10 }, (_, n) => ({
    address,
    host: 'tv.example',
    username: `antiga${n}`,
    password: 'senha-velha',
  }));
  for (let hour = 0; hour < 48; hour += 1) {
    await Promise.all(
      televisions.map((attempt) => getBlocklist(ctx).countWrong(attempt, 'player')),
    );
    ctx.clock.forward(60 * 60_000);
  }
  expect(await listed()).toEqual([]);
  expect(await plays(sold.username, sold.password, address)).toBe(200);
});

it('counts one password with many names double', async () => {
  for (let n = 0; n < 12; n += 1) await plays(`cliente${n}`, '123456', '203.0.113.40');
  expect(await listed()).toMatchObject([{ ip: '203.0.113.40', reason: 'one-password' }]);
});

it('closes only the panel’s sign-in for an address after eight wrong passwords there', async () => {
  const address = '203.0.113.50';
  const enter = (username: string, password: string) =>
    ctx.server.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: address,
      payload: { username, password },
    });
  for (let n = 0; n < 8; n += 1)
    expect((await enter(`alguem${n}`, 'errada1234')).statusCode).toBe(401);
  const refused = await enter(seller.username, PASSWORD);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  expect(refused.json().code).toBe('too_many_attempts');
  const profile = await ctx.server.inject({
    url: '/api/my-ip',
    remoteAddress: address,
    headers: { authorization: `Bearer ${seller.token}` },
  });
  expect(profile.statusCode).toBe(200);
  const { body } = await call(
    ctx,
    listBlockedAttempts,
    { body: { ip: address } },
    { token: admin.token },
  );
  expect([body.total, body.data[0]!.username, body.data[0]!.senha, body.data[0]!.host]).toEqual([
    8,
    // The name is masked, because no account and no line has it.
    'a•••7 (7)',
    'e•••4 (10)',
    'painel',
  ]);
  expect([body.block?.reason, body.honest, body.blocks]).toEqual(['panel', 0, 1]);
});

it('counts an IPv6 /64 as one address', async () => {
  for (let n = 0; n < 20; n += 1) await plays(`v${n}`, `errada${n}`, `2001:db8:5:6::${n + 1}`);
  expect(await listed()).toMatchObject([{ ip: '2001:db8:5:6::/64', total: 20 }]);
  expect(await plays('outra', 'x', '2001:db8:5:6:ffff::1')).toBe(403);
  expect(await plays('outra', 'x', '2001:db8:5:7::1')).toBe(200);
});

it('never counts this machine and its own proxies', async () => {
  for (const address of ['127.0.0.1', '192.0.2.77']) await guess(address, 25);
  const { rows } = await ctx.owner.query('select 1 from blocked_addresses');
  expect(rows).toEqual([]);
});

it('unblocks a deleted address at once here and in another process', async () => {
  await guess('203.0.113.60', 20);
  expect(await plays('outra', 'x', '203.0.113.60')).toBe(403);
  const gone = await call(
    ctx,
    deleteBlockedIp,
    { body: { ip: '203.0.113.60' } },
    { token: admin.token },
  );
  expect(gone.body.message).toBe('Excluído! O IP foi removido.');
  expect(await plays('outra', 'x', '203.0.113.60')).toBe(200);
  const again = { body: { ip: '203.0.113.60' } };
  expect((await call(ctx, deleteBlockedIp, again, { token: admin.token })).body.code).toBe(
    'ip_not_listed',
  );
});

// An unreadable address must be reported as an invalid field, not as «not found».
it.each(['não é', '1', '203.0.113.7/99'])('reports «%s» as an invalid field', async (ip) => {
  const refused = await call(ctx, deleteBlockedIp, { body: { ip } }, { token: admin.token });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'invalid_fields',
      fields: { ip: 'Escreva um IP ou uma rede, como 203.0.113.7 ou 203.0.113.0/24.' },
    },
  });
});

it('neither blocks nor counts an exempt network until the end of its last day', async () => {
  await guess('203.0.113.70', 20);
  const exemption = { network: '203.0.113.0/24', reason: 'Operadora móvel', ends: '2026-11-22' };
  const exempt = await call(ctx, createExemptNetwork, { body: exemption }, { token: admin.token });
  expect([exempt.status, exempt.body.network, exempt.body.ends]).toEqual([
    200,
    '203.0.113.0/24',
    '2026-11-22',
  ]);
  expect(await plays('outra', 'x', '203.0.113.70')).toBe(200);
  await guess('203.0.113.71', 25);
  expect(await listed()).toEqual([]);
  ctx.clock.set('2026-11-23T03:00:00Z');
  await guess('203.0.113.71', 20, 100);
  expect(await listed()).toMatchObject([{ ip: '203.0.113.71' }]);
});

it.each(['0.0.0.0/0', '10.0.0.0/15', '::/0', '2001:db8::/31'])(
  'refuses to exempt the too wide network %s',
  async (network) => {
    const input = { body: { network, reason: 'Operadora' } };
    const { status, body } = await call(ctx, createExemptNetwork, input, { token: admin.token });
    expect([status, body.fields?.network]).toEqual([
      422,
      'Esta rede é larga demais: isente no máximo um /16, ou um /32 em IPv6.',
    ]);
  },
);

it.each(['', '300.1.1.1', '10.0.0.0/33', '127', 'abc', '::1/129', '10.0.0.0/24/8'])(
  'refuses %j as a network',
  async (network) => {
    const input = { body: { network, reason: 'Operadora' } };
    const { status } = await call(ctx, createExemptNetwork, input, { token: admin.token });
    expect(status).toBe(422);
  },
);
