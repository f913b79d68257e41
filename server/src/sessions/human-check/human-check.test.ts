/** Tests the sign-in with ALTCHA. `solveChallenge` replaces the browser's worker. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { getCaptcha, signIn } from '@ramal/contract/sessions';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PASSWORD, person } from '../../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { solveAltcha } from '../../../test/solve-altcha.ts';
import { createHumanCheck } from './human-check.ts';
import { OperatorError } from '../../foundation/start/operator-error.ts';

let off: TestContext;
let ctx: TestContext;
let username: string;

beforeAll(async () => {
  off = await createTestContext();
  ctx = await createTestContext({ RAMAL_CAPTCHA: 'altcha', RAMAL_CAPTCHA_EXEMPT: 'robo' });
  // The helper `person` cannot pass the human check. The accounts are therefore created on the
  // other server and copied.
  username = await accountIn(ctx, 'pessoa');
  await accountIn(ctx, 'robo');
});
// The library checks the expiry by the time of the machine.
beforeEach(() => ctx.clock.set(new Date().toISOString()));
afterAll(async () => {
  await off.close();
  await ctx.close();
});

async function accountIn(target: TestContext, name: string): Promise<string> {
  const { username: createdName, id } = await person(off, { username: name });
  const { rows } = await off.owner.query('select password_hash from accounts where id = $1', [id]);
  await target.owner.query(
    `insert into accounts (id, username, password_hash, profile, ancestors) values ($1, $2, $3, 'reseller', array[$1::bigint])`,
    [id, createdName, rows[0].password_hash],
  );
  return createdName;
}

const challengeNow = async () =>
  (await call(ctx, getCaptcha, {})).body.challenge as unknown as Challenge;

const packed = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64');

let addresses = 0;
const enter = async (g_recaptcha_response?: string, name = username, password = PASSWORD) => {
  const body = {
    username: name,
    password,
    ...(g_recaptcha_response === undefined ? {} : { g_recaptcha_response }),
  };
  const reply = await call(ctx, signIn, { body }, { address: `192.0.2.${(addresses += 1)}` });
  return [reply.status, reply.body.code];
};
const refused = [422, 'human_check_failed'];
const entered = [200, undefined];

it('accepts a solved challenge once', async () => {
  const solution = await solveAltcha(await challengeNow());
  expect(await enter(solution)).toEqual(entered);
  expect(await enter(solution)).toEqual(refused);
});

it('accepts one of many simultaneous uses of a solution', async () => {
  const solution = await solveAltcha(await challengeNow());
  const all = await Promise.all(Array.from({ length: 12 }, () => enter(solution)));
  expect(all.filter(([status]) => status === 200)).toHaveLength(1);
});

it('consumes a solution even with a wrong password', async () => {
  const solution = await solveAltcha(await challengeNow());
  expect(await enter(solution, username, 'senha-errada-9')).toEqual([401, 'wrong_credentials']);
  expect(await enter(solution)).toEqual(refused);
});

it('refuses a solution after ten minutes', async () => {
  const solution = await solveAltcha(await challengeNow());
  ctx.clock.forward(600_000);
  expect(await enter(solution)).toEqual(refused);
});

it('refuses a missing or malformed or altered or wrong solution', async () => {
  const challenge = await challengeNow();
  const { parameters } = challenge;
  const solution = (await solveChallenge({ challenge, deriveKey }))!;
  const wrong = [
    undefined,
    'isto não é uma solução',
    packed({ challenge }),
    packed({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
    packed({
      challenge: {
        ...challenge,
        parameters: { ...parameters, expiresAt: parameters.expiresAt! + 9999 },
      },
      solution,
    }),
    packed({
      challenge: { ...challenge, parameters: { ...parameters, nonce: 'aa'.repeat(16) } },
      solution,
    }),
    packed({ challenge: { parameters }, solution }),
  ];
  for (const answer of wrong) expect(await enter(answer)).toEqual(refused);
  expect(await enter(packed({ challenge, solution }))).toEqual(entered);
});

it('exempts the configured accounts only from the human check', async () => {
  expect(await enter(undefined, 'ROBO')).toEqual(entered);
  expect(await enter(undefined, 'robo', 'senha-errada-9')).toEqual([401, 'wrong_credentials']);
});

it('does not reveal which accounts are exempt', async () => {
  const { body } = await call(ctx, getCaptcha, {});
  expect(Object.keys(body).toSorted()).toEqual(['challenge', 'provider']);
  expect(JSON.stringify(body)).not.toContain('robo');
});

it('requires no solution while the human check is off', async () => {
  const { body } = await call(off, getCaptcha, {});
  expect(body).toEqual({ provider: 'off' });
});

it('does not start with a provider without keys', () => {
  const config = { ...ctx.config, captcha: 'turnstile' as const };
  expect(() => createHumanCheck({ ...ctx, config })).toThrow(OperatorError);
});
