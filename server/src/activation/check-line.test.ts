/**
 * Tests that a running app can read the state of its line with name and password, and no other
 * data.
 */
import { checkP2pLine } from '@ramal/contract/activation';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyAddress } from '../../test/activation.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../test/accounts.ts';
import { exemptEverybody } from '../../test/blocklist.ts';
import { rateLimits } from '../foundation/limits/rate-limits.ts';

const FAILURES_PER_MINUTE = rateLimits['app-sign-in'].points;
const FAILURES_PER_NAME = rateLimits['app-sign-in-name'].points;

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 100_000, grants: ['lines.new-p2p'] });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from refused_players');
});
afterAll(() => ctx.close());

const check = (name: unknown, pass: unknown, address = anyAddress()) =>
  call(ctx, checkP2pLine, { body: { name, pass } }, { address });
const change = (id: number, set: string) =>
  ctx.owner.query(`update lines set ${set} where id = $1`, [id]);

describe.each([
  ['P2P', p2pLines],
  ['Novo P2P', newP2pLines],
])('a line of %s', (_, calls) => {
  it('returns the expiry and the product of an active line', async () => {
    const created = await p2pLine(ctx, seller, calls, { productid: 2 });
    const { status, body } = await check(created.name, created.pass);
    expect([status, body]).toEqual([
      200,
      {
        status: 'active',
        is_trial: false,
        expires_at: '2026-12-21T15:00:00.000Z',
        expires_at_timestamp: created.exp_date_timestamp,
        product_id: 2,
        product_name: 'PLANO COMPLETO SEM ADULTOS',
      },
    ]);
  });

  it('returns that the line is a test', async () => {
    const created = await p2pLine(ctx, seller, calls, { isOficial: false, test_hours: 2 });
    expect((await check(created.name, created.pass)).body).toMatchObject({
      status: 'active',
      is_trial: true,
      expires_at: '2026-11-21T17:00:00.000Z',
    });
  });

  it('returns why the line may not play', async () => {
    const { id, name, pass, exp_date_timestamp } = await p2pLine(ctx, seller, calls);
    const lineStatus = async () => (await check(name, pass)).body.status;
    ctx.clock.set(new Date(exp_date_timestamp * 1000 - 1).toISOString());
    expect(await lineStatus()).toBe('active');
    ctx.clock.forward(1);
    expect(await lineStatus()).toBe('expired');
    await change(id, 'is_on = false');
    expect(await lineStatus()).toBe('disabled');
    await change(id, 'blocked_for_abuse_at = now()');
    expect(await lineStatus()).toBe('blocked');
  });

  it('answers for a deleted line as for an unknown one', async () => {
    const { id, name, pass } = await p2pLine(ctx, seller, calls);
    await change(id, 'deleted_at = now()');
    expect((await check(name, pass)).body).toEqual((await check('999999999', pass)).body);
  });
});

it('selects by password the line of a name that exists on both platforms', async () => {
  const [old, young] = [
    await p2pLine(ctx, seller, p2pLines, { name: 'mesmo-nome' }),
    await p2pLine(ctx, seller, newP2pLines, { name: 'mesmo-nome', productid: 2 }),
  ];
  expect((await check('mesmo-nome', old.pass)).body.product_id).toBe(1);
  expect((await check('mesmo-nome', young.pass)).body.product_id).toBe(2);
  expect((await check('mesmo-nome', 'nenhuma')).status).toBe(401);
});

describe('a request that matches no line', () => {
  it('gets the same answer for an unknown name, a wrong password and a line of another platform', async () => {
    const created = await p2pLine(ctx, seller);
    const iptv = await line(ctx, seller);
    const replies = [
      await check('999999998', created.pass),
      await check(created.name, 'errada'),
      await check(created.name, `${created.pass}a`),
      await check(created.name.toUpperCase(), ''.padEnd(8, 'x')),
      await check(iptv.username, iptv.password),
      await check("' or 1=1 --", 'x'),
    ];
    for (const { status, body } of replies) {
      expect([status, body]).toEqual([401, replies[0]!.body]);
      expect(body).toMatchObject({ code: 'wrong_credentials' });
    }
  });

  it('is stored for admins with its password masked', async () => {
    const created = await p2pLine(ctx, seller);
    await check(created.name, 'segredo-errado', '203.0.113.77');
    const { rows } = await ctx.owner.query(
      'select host(address) as address, username, password_masked from refused_players',
    );
    expect(rows).toEqual([
      { address: '203.0.113.77', username: created.name, password_masked: 's•••o (14)' },
    ]);
  });

  it('is refused without a name and a password of valid length', async () => {
    for (const [name, pass] of [
      [undefined, 'x'],
      ['x', undefined],
      ['', ''],
      ['a'.repeat(101), 'x'],
      ['x', 'a\u0000'],
    ]) {
      expect((await check(name, pass)).status).toBe(422);
    }
  });
});

describe('guesses of passwords', () => {
  beforeAll(() => exemptEverybody(ctx));

  it('blocks an address that guesses but not one that repeats the same attempt', async () => {
    const created = await p2pLine(ctx, seller);
    const [guesser, stubborn] = ['203.0.113.80', '203.0.113.81'];
    for (let turn = 0; turn < FAILURES_PER_MINUTE; turn += 1) {
      expect((await check(`7${turn}`, 'x', guesser)).status).toBe(401);
      expect((await check('999999997', 'velha', stubborn)).status).toBe(401);
    }
    expect((await check('999999996', 'x', guesser)).status).toBe(429);
    expect((await check(created.name, created.pass, guesser)).status).toBe(429);
    expect((await check(created.name, created.pass, stubborn)).status).toBe(200);
  });

  it('blocks a name only for networks that used their first attempts', async () => {
    const created = await p2pLine(ctx, seller);
    const home = '203.0.113.90';
    expect((await check(created.name, created.pass, home)).status).toBe(200);
    for (let turn = 0; turn < FAILURES_PER_NAME; turn += 1) {
      const stranger = `198.18.77.${turn % 10}`;
      expect((await check(created.name, `errada-${turn}`, stranger)).status).toBe(401);
    }
    const limited = await check(created.name, 'mais-uma', '198.18.77.0');
    expect(limited).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    // Refuses even the right password from a network that guesses passwords. A different answer
    // would confirm that the password is right.
    expect((await check(created.name, created.pass, '198.18.77.0')).status).toBe(429);
    expect((await check(created.name, created.pass)).status).toBe(200);
    expect((await check(created.name, created.pass, home)).status).toBe(200);
  });

  it('an app that repeats its old password blocks no other app', async () => {
    const created = await p2pLine(ctx, seller);
    for (let turn = 0; turn < FAILURES_PER_NAME * 2; turn += 1) await check(created.name, 'velha');
    expect((await check(created.name, created.pass)).status).toBe(200);
  });
});
