import { signIn } from '@ramal/contract/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { PASSWORD, person } from '../../../test/accounts.ts';
import { networkOf } from '../../foundation/http/request-meta.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => ctx.close());

let networks = 0;
/** A network without any sign-in yet. */
const newNetwork = () => `10.9.${(networks += 1)}`;
const WRONG = 'senha-errada-9';
const enter = (username: string, password: string, ip: string) =>
  call(ctx, signIn, { body: { username, password } }, { address: ip });
const status = async (...one: Parameters<typeof enter>) => (await enter(...one)).status;

/** The counters run on the machine's clock; only Date moves. */
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function failures(
  count: number,
  username: string,
  ip: (index: number) => string,
): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push(await status(username, WRONG, ip(index)));
  return all;
}

describe('an account from one address', () => {
  it('may be tried five times a minute, and no more even with the right password', async () => {
    const { username } = await person(ctx);
    const ip = `${newNetwork()}.1`;
    expect(await failures(5, username, () => ip)).toEqual([401, 401, 401, 401, 401]);
    const sixth = await enter(username, PASSWORD, ip);
    expect([sixth.status, sixth.body.code]).toEqual([429, 'too_many_attempts']);
    const seconds = Number(sixth.headers['retry-after']);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(sixth.body.message).toBe(`Muitas tentativas. Tente de novo em ${seconds} segundos.`);
    later(60_500);
    expect(await status(username, PASSWORD, ip)).toBe(200);
  });

  it('lets no more than five of many parallel tries reach the password', async () => {
    const { username } = await person(ctx);
    const ip = `${newNetwork()}.1`;
    const all = await Promise.all(Array.from({ length: 40 }, () => status(username, WRONG, ip)));
    expect(all.filter((one) => one === 401)).toHaveLength(5);
    expect(all.filter((one) => one === 429)).toHaveLength(35);
  });

  it('is counted for an unknown user alike', async () => {
    const ip = `${newNetwork()}.1`;
    expect(await failures(6, 'ninguem-mesmo', () => ip)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('does not wear out by signing in and out', async () => {
    const { username } = await person(ctx);
    const ip = `${newNetwork()}.1`;
    for (let index = 0; index < 8; index += 1)
      expect(await status(username, PASSWORD, ip)).toBe(200);
  });
});

it('a network may try twenty times a minute, for any accounts', async () => {
  const ip = `${newNetwork()}.1`;
  const all = [];
  for (let index = 0; index < 21; index += 1) all.push(await status(`ninguem-${index}`, WRONG, ip));
  expect(all.slice(0, 20).every((one) => one === 401)).toBe(true);
  expect(all[20]).toBe(429);
});

describe('failures of strangers', () => {
  it('delay strangers, longer each time, and never the owner where it signed in from before', async () => {
    const { username } = await person(ctx);
    const home = `${newNetwork()}.1`;
    const strange = newNetwork();
    expect(await status(username, PASSWORD, home)).toBe(200);
    expect(await failures(6, username, (index) => `${strange}.${index}`)).toEqual([
      401, 401, 401, 401, 401, 401,
    ]);
    const first = await enter(username, WRONG, `${strange}.100`);
    expect(first.status).toBe(429);
    expect(await status(username, PASSWORD, home)).toBe(200);
    later(2_500);
    expect(await status(username, WRONG, `${strange}.101`)).toBe(401);
    const second = await enter(username, WRONG, `${strange}.102`);
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(
      Number(first.headers['retry-after']),
    );
    expect(await status(username, PASSWORD, home)).toBe(200);
  });

  it('never delay an owner away from home for more than five minutes', async () => {
    const { username, id } = await person(ctx);
    await ctx.owner.query(`insert into rate_limits (key, points, expire) values ($1, 1000, $2)`, [
      `sign-in-failures:#${id}`,
      Date.now() + 3_600_000,
    ]);
    const strange = newNetwork();
    expect(await status(username, WRONG, `${strange}.1`)).toBe(401);
    const waiting = await enter(username, PASSWORD, `${strange}.2`);
    expect(Number(waiting.headers['retry-after'])).toBeLessThanOrEqual(300);
    later(300_500);
    expect(await status(username, PASSWORD, `${strange}.2`)).toBe(200);
  });
});

it('reads an address of IPv6 as the network its subscriber holds', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2:ffff::1')).toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
});
