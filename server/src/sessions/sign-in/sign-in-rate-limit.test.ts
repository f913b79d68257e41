import { hash, verify } from '@node-rs/argon2';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { getCaptcha, signIn } from '@ramal/contract/sessions';
import type { Challenge } from 'altcha-lib/types';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { PASSWORD, person } from '../../../test/accounts.ts';
import { exemptEverybody } from '../../../test/blocklist.ts';
import { solveAltcha } from '../../../test/solve-altcha.ts';
import { createAltcha } from '../human-check/altcha.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';

// Uses the real hash function and counts its calls.
vi.mock('@node-rs/argon2', { spy: true });

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
  // The library checks the expiry by the time of the machine.
  ctx.clock.set(new Date().toISOString());
  await exemptEverybody(ctx);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => ctx.close());

let networks = 0;
/** Returns a network that has not signed in yet. */
function newNetwork(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}`;
}
const WRONG = 'senha-errada-9';
const enter = (username: string, password: string, ip: string, mark?: string) =>
  call(
    ctx,
    signIn,
    { body: { username, password, ...(mark ? { device_mark: mark } : {}) } },
    { address: ip },
  );
const status = async (...input: Parameters<typeof enter>) => (await enter(...input)).status;

/** The rate limiter uses the time of the machine, so the test moves only Date. */
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
  it('allows five attempts a minute and refuses more even with the right password', async () => {
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

  it('hashes at most five of many parallel passwords', async () => {
    const { username } = await person(ctx);
    const ip = `${newNetwork()}.1`;
    const all = await Promise.all(Array.from({ length: 40 }, () => status(username, WRONG, ip)));
    expect(all.filter((code) => code === 401)).toHaveLength(5);
    expect(all.filter((code) => code === 429)).toHaveLength(35);
  });

  it('counts attempts for an unknown user in the same way', async () => {
    const ip = `${newNetwork()}.1`;
    expect(await failures(6, 'ninguem-mesmo', () => ip)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('does not count successful sign-ins', async () => {
    const { username } = await person(ctx);
    const ip = `${newNetwork()}.1`;
    for (let index = 0; index < 8; index += 1)
      expect(await status(username, PASSWORD, ip)).toBe(200);
  });
});

it('allows a network twenty attempts a minute for all accounts together', async () => {
  const ip = `${newNetwork()}.1`;
  const all = [];
  for (let index = 0; index < 21; index += 1) all.push(await status(`ninguem-${index}`, WRONG, ip));
  expect(all.slice(0, 20).every((code) => code === 401)).toBe(true);
  expect(all[20]).toBe(429);
});

const hardChallenge = async () =>
  (await call(ctx, getCaptcha, { query: { level: 'high' } })).body
    .challenge as unknown as Challenge;
/** Creates a challenge of the usual human check, which requires less work and has other keys. */
const createUsualChallenge = async () =>
  (await createAltcha(ctx).offer()).challenge as unknown as Challenge;

describe('strangers (Q-LOGINPRESSURE)', () => {
  const NETWORKS = 1_000;
  let attacks = 0;

  const attack = (username: string, networks: readonly string[]) =>
    Promise.all(networks.map((network) => status(username, WRONG, network)));

  const manyNetworks = (count: number): string[] => {
    attacks += 1;
    return Array.from({ length: count }, (_, n) => `${20 + attacks}.7.${n >> 8}.${n & 255}`);
  };

  const markOf = async (username: string, ip: string): Promise<string> => {
    const { body } = await enter(username, PASSWORD, ip);
    if (!('device_mark' in body)) throw new Error('no sign-in');
    return body.device_mark;
  };

  it('hashes at most twenty of a thousand simultaneous passwords of unknown networks', async () => {
    const { username } = await person(ctx);
    vi.mocked(verify).mockClear();
    const all = await attack(username, manyNetworks(NETWORKS));
    const hashed = vi.mocked(verify).mock.calls.length;
    expect(hashed).toBeGreaterThan(0);
    expect(hashed).toBeLessThanOrEqual(20);
    expect(all.filter((code) => code === 401)).toHaveLength(hashed);
    expect(all.filter((code) => code === 429)).toHaveLength(NETWORKS - hashed);
  }, 300_000);

  it('counts unknown networks for an unknown user in the same way', async () => {
    const all = await attack('ninguem-daqui', manyNetworks(100));
    expect(all.filter((code) => code === 401).length).toBeLessThanOrEqual(20);
  });

  it('never delays a device or network from which the account signed in before', async () => {
    const { username } = await person(ctx);
    const home = `${newNetwork()}.1`;
    const mark = await markOf(username, home);
    const strangers = manyNetworks(60);
    for (let round = 0; round < 2; round += 1) {
      await attack(username, strangers);
      expect(await status(username, PASSWORD, `${newNetwork()}.1`, mark)).toBe(200);
      expect(await status(username, PASSWORD, home)).toBe(200);
    }
  });

  it('accepts the owner’s first attempt on a new network during an attack', async () => {
    const { username } = await person(ctx);
    const strangers = manyNetworks(60);
    await attack(username, strangers);
    later(61_000);
    // The same networks try again, while the owner tries once.
    await attack(username, strangers);
    expect(await status(username, PASSWORD, `${newNetwork()}.1`)).toBe(200);
  });

  it('allows the owner more attempts on a new network after a minute', async () => {
    const { username } = await person(ctx);
    const hotel = `${newNetwork()}.1`;
    expect(await status(username, WRONG, hotel)).toBe(401);
    await attack(username, manyNetworks(60));
    later(61_000);
    expect(await status(username, PASSWORD, hotel)).toBe(200);
  });

  // Attackers must not lock out the owner on a new network.
  it('accepts the owner on a new network with a proof of work after both limits are used', async () => {
    const { username } = await person(ctx);
    const again = manyNetworks(40);
    await attack(username, again);
    vi.mocked(verify).mockClear();
    await attack(username, [...manyNetworks(NETWORKS), ...again]);
    expect(vi.mocked(verify).mock.calls.length).toBeLessThanOrEqual(20);
    const cafe = `${newNetwork()}.1`;
    const refused = await enter(username, PASSWORD, cafe);
    expect([refused.status, refused.body.code]).toEqual([429, 'proof_of_work_required']);
    const usual = await solveAltcha(await createUsualChallenge());
    const withProof = (proof_of_work: string, password = PASSWORD) =>
      call(ctx, signIn, { body: { username, password, proof_of_work } }, { address: cafe });
    expect((await withProof(usual)).status).toBe(429);
    const solution = await solveAltcha(await hardChallenge());
    expect((await withProof(solution)).status).toBe(200);
    // A solution is valid once.
    vi.mocked(verify).mockClear();
    expect(
      (
        await call(
          ctx,
          signIn,
          { body: { username, password: WRONG, proof_of_work: solution } },
          { address: `${newNetwork()}.1` },
        )
      ).status,
    ).toBe(429);
    expect(verify).not.toHaveBeenCalled();
  }, 300_000);

  it('returns the attempt after the right password', async () => {
    const { username } = await person(ctx);
    for (let n = 0; n < 30; n += 1)
      expect(await status(username, PASSWORD, `${newNetwork()}.1`)).toBe(200);
  });
});

describe('the mark of a device', () => {
  const markOf = async (username: string, mark?: string): Promise<string> => {
    const { body } = await enter(username, PASSWORD, `${newNetwork()}.1`, mark);
    if (!('device_mark' in body)) throw new Error('no sign-in');
    return body.device_mark;
  };
  const isKnown = async (username: string, mark: string): Promise<boolean> => {
    // Uses up the attempts of unknown networks, so that only a known device is accepted.
    for (let n = 0; n < 25; n += 1) await status(username, WRONG, `${newNetwork()}.1`);
    return (await status(username, PASSWORD, `${newNetwork()}.1`, mark)) === 200;
  };

  it('accepts a device mark only for its account and unaltered for half a year', async () => {
    const [ana, bia] = [await person(ctx), await person(ctx)];
    const mark = await markOf(ana.username);
    expect(await isKnown(bia.username, mark)).toBe(false);
    expect(
      await isKnown(ana.username, `${mark.slice(0, -1)}${mark.endsWith('A') ? 'B' : 'A'}`),
    ).toBe(false);
    expect(await isKnown(ana.username, mark)).toBe(true);
    ctx.clock.forward(181 * DAY_MS);
    expect(await isKnown(ana.username, mark)).toBe(false);
    ctx.clock.forward(-181 * DAY_MS);
  });

  it('invalidates a device mark with the password', async () => {
    const { id, username } = await person(ctx);
    const mark = await markOf(username);
    // The mark depends on the hash, so another hash of the same password invalidates it too.
    await ctx.owner.query('update accounts set password_hash = $2 where id = $1', [
      id,
      await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
    ]);
    expect(await isKnown(username, mark)).toBe(false);
  });

  it('allows one device the same attempts from many networks as from one', async () => {
    const { username } = await person(ctx);
    const first = await markOf(username);
    // A renewed mark identifies the same device.
    const marks = [first, await markOf(username, first)];
    const all = [];
    for (let n = 0; n < 8; n += 1)
      all.push(await status(username, WRONG, `${newNetwork()}.1`, marks[n % 2]));
    expect(all).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it('accepts a known device at an address whose attempts others have used', async () => {
    const { username } = await person(ctx);
    const mark = await markOf(username);
    const shared = `${newNetwork()}.1`;
    for (let n = 0; n < 20; n += 1) await status(`ninguem-${n}`, WRONG, shared);
    expect(await status(username, PASSWORD, shared)).toBe(429);
    expect(await status(username, PASSWORD, shared, mark)).toBe(200);
  });
});

it('treats an IPv6 address as the network of its subscriber', () => {
  expect(toNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(toNetwork('2001:db8:1:2:ffff::1')).toBe(toNetwork('2001:db8:1:2::9'));
  expect(toNetwork('2001:db8:1:3::9')).not.toBe(toNetwork('2001:db8:1:2::9'));
  expect(toNetwork('::ffff:203.0.113.7')).toBe('203.0.113.7');
});
