import { afterAll, beforeAll, expect, test } from 'vitest';
import { person } from '../../test/accounts.ts';
import { exemptEverybody } from '../../test/blocklist.ts';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { type OpenPlayer, openPlayer, seedLine } from '../../test/player.ts';
import { rateLimits } from '../foundation/limits/rate-limits.ts';

const FAILURES_PER_MINUTE = rateLimits['player-sign-in'].points;

let ctx: TestContext;
let player: OpenPlayer;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_TRUSTED_PROXIES: '127.0.0.1' });
  player = await openPlayer(ctx);
  await exemptEverybody(ctx);
});

afterAll(async () => {
  await player.close();
  await ctx.close();
});

const signIn = (username: string, password: string, address: string) =>
  fetch(`${player.url}/player_api.php?${new URLSearchParams({ username, password })}`, {
    headers: { 'x-forwarded-for': address },
  });

async function recorded(address: string) {
  const { rows } = await ctx.owner.query<{
    username: string;
    password_masked: string;
    host: string;
  }>('select username, password_masked, host from refused_players where address = $1 order by id', [
    address,
  ]);
  return rows;
}

test('stores a wrong sign-in masked with its address and host', async () => {
  await signIn('55501', 'tentativa', '203.0.113.10');
  expect(await recorded('203.0.113.10')).toEqual([
    { username: '5•••1 (5)', password_masked: 't•••a (9)', host: new URL(player.url).host },
  ]);
});

test('stores a wrong sign-in at every URL that takes a password', async () => {
  const get = (path: string, address: string) =>
    fetch(player.url + path, { headers: { 'x-forwarded-for': address } });
  await get('/live/55502/errada/1.ts', '203.0.113.11');
  await get('/55502/errada/1.m3u8', '203.0.113.12');
  await get('/get.php?username=55502&password=errada', '203.0.113.13');
  await get('/ss/55502/errada', '203.0.113.14');
  for (const n of [11, 12, 13, 14]) expect(await recorded(`203.0.113.${n}`)).toHaveLength(1);
});

// An unknown name is stored masked, because users also type passwords into this field.
test('stores a name unmasked only if a line or an account has it', async () => {
  const { username } = await seedLine(ctx);
  const seller = await person(ctx);
  await signIn(username, 'errada', '203.0.113.15');
  await signIn(seller.username, 'errada', '203.0.113.15');
  await signIn('minha-senha-digitada', 'errada', '203.0.113.15');
  expect((await recorded('203.0.113.15')).map((row) => row.username)).toEqual([
    username,
    seller.username,
    'm•••a (20)',
  ]);
});

test('stores text without control characters and with a limited length', async () => {
  const typed = `<b>\u202e\0${'x'.repeat(500)}`;
  await signIn(typed, 'p'.repeat(500), '203.0.113.20');
  const [row] = await recorded('203.0.113.20');
  expect(row?.username).toBe('<•••x (503)');
  expect(row?.password_masked).toBe('p•••p (500)');
});

test('stores a row for every password tried with a name', async () => {
  for (let n = 0; n < 10; n += 1) await signIn('55503', `senha${n}`, '203.0.113.30');
  expect(await recorded('203.0.113.30')).toHaveLength(10);
});

test('stores nothing for a right password even if the line has expired', async () => {
  const line = await seedLine(ctx, { expires_at: '2026-01-01T00:00:00Z' });
  await signIn(line.username, line.password, '203.0.113.40');
  expect(await recorded('203.0.113.40')).toEqual([]);
});

test('makes only the guessing address wait', async () => {
  const line = await seedLine(ctx);
  for (let n = 0; n < FAILURES_PER_MINUTE; n += 1) {
    expect((await signIn(`777${n}`, 'x', '203.0.113.50')).status).toBe(200);
  }
  const limited = await signIn(line.username, line.password, '203.0.113.50');
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  const stream = `${player.url}/live/${line.username}/${line.password}/1.ts`;
  const held2 = await fetch(stream, { headers: { 'x-forwarded-for': '203.0.113.50' } });
  expect(held2.status).toBe(429);
  expect((await signIn(line.username, line.password, '203.0.113.51')).status).toBe(200);
});

test('blocks nobody when an app repeats the same wrong sign-in all day', async () => {
  const line = await seedLine(ctx);
  for (let n = 0; n < 3 * FAILURES_PER_MINUTE; n += 1)
    await signIn('55504', 'apagada', '203.0.113.60');
  expect((await signIn(line.username, line.password, '203.0.113.60')).status).toBe(200);
  expect(await recorded('203.0.113.60')).toHaveLength(1);
});

test('never limits right sign-ins', async () => {
  const line = await seedLine(ctx);
  for (let n = 0; n < 2 * FAILURES_PER_MINUTE; n += 1) {
    expect((await signIn(line.username, line.password, '203.0.113.70')).status).toBe(200);
  }
});

test('counts all IPv6 addresses of a network together', async () => {
  const address = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
  for (let n = 1; n <= FAILURES_PER_MINUTE; n += 1) await signIn(`888${n}`, 'x', address(n));
  expect((await signIn('8880', 'x', address(5_000))).status).toBe(429);
  expect((await signIn('8880', 'x', '2001:db8:1:3::1')).status).toBe(200);
});

// Each network has its own first attempts, so that guesses from other networks never block a right
// password.
test('lets a television on a new network sign in after 600 guesses from 600 networks', async () => {
  const line = await seedLine(ctx);
  const guesses = Array.from({ length: 600 }, (_, n) =>
    signIn(line.username, `errada-${n}`, `198.${20 + (n >> 8)}.${n & 255}.1`),
  );
  await Promise.all(guesses);
  expect((await signIn(line.username, line.password, '192.0.2.77')).status).toBe(200);
});

test('limits guesses of a line to thirty a minute over networks that used their first attempts', async () => {
  const line = await seedLine(ctx);
  const statuses = [];
  for (let n = 0; n < 40; n += 1)
    statuses.push((await signIn(line.username, `errada-${n}`, `198.18.${n % 10}.1`)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual(statuses.slice(30).map(() => 429));
  expect((await signIn(line.username, line.password, '198.18.9.1')).status).toBe(429);
  expect((await signIn(line.username, line.password, '198.18.200.1')).status).toBe(200);
  const other = await seedLine(ctx);
  expect((await signIn(other.username, other.password, '198.18.200.1')).status).toBe(200);
});

test('lets a recent customer sign in while its neighbours and other networks guess', async () => {
  const line = await seedLine(ctx);
  const home = '203.0.113.80';
  expect((await signIn(line.username, line.password, home)).status).toBe(200);
  for (let n = 0; n < FAILURES_PER_MINUTE; n += 1) await signIn(`666${n}`, 'x', home);
  for (let n = 0; n < 30; n += 1) await signIn(line.username, `errada-${n}`, `198.19.${n}.1`);
  expect((await signIn(line.username, line.password, home)).status).toBe(200);
  // A wrong password of the neighbour for the same line counts as a guess.
  expect((await signIn(line.username, 'do-vizinho', home)).status).toBe(429);
});
