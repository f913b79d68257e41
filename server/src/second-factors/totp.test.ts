/** Tests authenticator codes, with otplib in place of the user's phone. */
import { signIn } from '@ramal/contract/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, person } from '../../test/accounts.ts';
import * as authenticators from '../../test/second-factor.ts';
import { findTotpStep } from './totp.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => ctx.close());

let networks = 0;
async function enrolled() {
  const account = await person(ctx);
  const { code } = await authenticators.enrolAuthenticator(ctx, account);
  networks += 1;
  let addresses = 0;
  const enter = (body: { code?: string; g_recaptcha_response?: string } = {}, target = ctx) =>
    call(
      target,
      signIn,
      { body: { username: account.username, password: PASSWORD, ...body } },
      { address: `10.7.${networks}.${(addresses += 1)}` },
    );
  return { ...account, code, enter };
}

const signInsOf = async (id: number) =>
  Number(
    (await ctx.owner.query('select count(*) from sign_ins where account_id = $1', [id])).rows[0]
      .count,
  );

describe('a sign-in with a second factor', () => {
  it('requests the code after the password and opens no session before', async () => {
    const { enter, id } = await enrolled();
    const before = await signInsOf(id);
    const { status, body } = await enter();
    expect([status, Object.keys(body).toSorted()]).toEqual([
      200,
      ['has_authenticator', 'passkey', 'proof', 'takes_code', 'twofa'],
    ]);
    expect(await signInsOf(id)).toBe(before);
  });

  it('accepts a code once', async () => {
    const { id, enter, code } = await enrolled();
    const now = await code();
    expect((await enter({ code: now })).body).toHaveProperty('access_token');
    const again = await enter({ code: now });
    expect([again.status, again.body.code, again.body.message]).toEqual([
      401,
      'wrong_code',
      'Código de 2 fatores incorreto.',
    ]);
    expect((await authenticators.readAccountEvents(ctx, id)).at(-1)).toEqual({
      kind: 'sign-in-refused',
      after: { because: 'wrong_code' },
    });
  });

  it('accepts the neighbours of the current step and no other step', async () => {
    for (const [steps, expected] of [
      // The set-up consumed the code of the previous step, so the test uses the step before that
      // one.
      [-2, 401],
      [0, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      const { enter, code } = await enrolled();
      expect([steps, (await enter({ code: await code(steps) })).status]).toEqual([steps, expected]);
    }
  });

  it('refuses a step before the last used one', async () => {
    const { enter, code } = await enrolled();
    expect((await enter({ code: await code(0) })).status).toBe(200);
    expect((await enter({ code: await code(-1) })).status).toBe(401);
    expect((await enter({ code: await code(1) })).status).toBe(200);
  });

  it('accepts one of fifty parallel attempts with one code', async () => {
    const { enter, code } = await enrolled();
    const now = await code();
    const all = await Promise.all(Array.from({ length: 50 }, () => enter({ code: now })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
  });

  it('counts wrong codes like wrong passwords', async () => {
    const { id, username, code } = await enrolled();
    const wrong = (await code(40)) === '000000' ? '111111' : '000000';
    const client = { address: '10.8.0.1' };
    const all = [];
    for (let index = 0; index < 6; index += 1) {
      // The first step of the sign-in succeeds. It must not give back the attempts that wrong codes
      // have used.
      await call(ctx, signIn, { body: { username, password: PASSWORD } }, client);
      all.push(
        (await call(ctx, signIn, { body: { username, password: PASSWORD, code: wrong } }, client))
          .status,
      );
    }
    expect(all).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = (await authenticators.readAccountEvents(ctx, id)).filter(
      ({ kind }) => kind === 'sign-in-refused',
    );
    expect(refused.map(({ after }) => after?.because)).toEqual(Array(5).fill('wrong_code'));
  });

  it('allows twenty guesses an hour, even from the owner’s network', async () => {
    const { username, code } = await enrolled();
    const home = { address: '10.8.1.1' };
    const right = await code();
    const enterAt = (sent: string, at = home) =>
      call(ctx, signIn, { body: { username, password: PASSWORD, code: sent } }, at);
    expect((await enterAt(right)).status).toBe(200);
    const wrong = authenticators.wrongCode(await code(-1), right, await code(1));
    const all = [];
    for (let index = 0; index < 20; index += 1) {
      // The rate limiter uses the time of the machine, so the test moves only Date.
      if (index % 5 === 0) vi.setSystemTime(Date.now() + 60_500);
      all.push((await enterAt(wrong)).status);
    }
    vi.setSystemTime(Date.now() + 60_500);
    expect(all).toEqual(Array(20).fill(401));
    const rejected = await enterAt(await code(1));
    expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(600);
    // On another network the owner is not delayed.
    expect((await enterAt(await code(1), { address: '10.8.2.1' })).status).toBe(200);
  });

  it('stores the secret encrypted', async () => {
    const { id, code } = await enrolled();
    expect(await code()).toMatch(/^\d{6}$/);
    const { rows } = await ctx.owner.query('select totp_secret from accounts where id = $1', [id]);
    expect(ctx.secrets.decrypt('totp', rows[0].totp_secret)).toMatch(/^[A-Z2-7]{32}$/);
    expect(rows[0].totp_secret.toString('latin1')).not.toContain(
      ctx.secrets.decrypt('totp', rows[0].totp_secret),
    );
  });
});

describe('RFC 6238', () => {
  // Test vectors of RFC 6238, appendix B, shortened to six digits. The secret is the ASCII text
  // 12345678901234567890.
  const sealed = () => ctx.secrets.encrypt('totp', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i the code is %s, of that step', async (at, code) => {
    const step = Math.floor(at / 30);
    const seen = async (seconds: number) => {
      const now = new Date(seconds * 1000);
      return findTotpStep({ ...ctx, clock: { ...ctx.clock, now: () => now } }, sealed(), code);
    };
    expect(await seen(at)).toBe(step);
    expect(await seen(step * 30 - 1)).toBe(step);
    expect(await seen(step * 30 + 59)).toBe(step);
    expect(await seen(step * 30 + 60)).toBe(undefined);
    const early = step * 30 - 31;
    expect(early < 0 ? undefined : await seen(early)).toBe(undefined);
  });
});

describe('the proof of the first step', () => {
  let guarded: TestContext;
  let enter: Awaited<ReturnType<typeof enrolled>>['enter'];
  let code: Awaited<ReturnType<typeof enrolled>>['code'];
  let proof: string;

  beforeAll(async () => {
    // The second server has the same accounts and a human check. Only the proof of the first step
    // can replace the check.
    const { makePanelServer } = await import('../app.ts');
    const config = { ...ctx.config, captcha: 'altcha' as const };
    guarded = { ...ctx, config, server: await makePanelServer({ ...ctx, config }) };
    ({ enter, code } = await enrolled());
    const { body } = await enter();
    if (!('proof' in body)) throw new Error('no proof');
    proof = body.proof;
  });
  afterAll(() => guarded.server.close());

  const codeOf = async (sent: Parameters<typeof enter>[0]) =>
    (await enter(sent, guarded)).body.code;

  it('accepts the proof of the first step instead of the human check even after a wrong code', async () => {
    const right = await code(1);
    const wrong = right === '000000' ? '111111' : '000000';
    expect(await codeOf({ code: right })).toBe('human_check_failed');
    expect(await codeOf({ code: wrong, g_recaptcha_response: proof })).toBe('wrong_code');
    expect(await codeOf({ code: right, g_recaptcha_response: proof })).toBeUndefined();
  });

  it('refuses the proof for another account or text or after its end', async () => {
    const other = await enrolled();
    const stolen = await other.enter(
      { code: await other.code(), g_recaptcha_response: proof },
      guarded,
    );
    expect(stolen.body.code).toBe('human_check_failed');
    const [, id, until, signature] = proof.split('.');
    const longer = `2f.${id}.${Number(until) + 60_000}.${signature}`;
    expect(await codeOf({ code: '000000', g_recaptcha_response: longer })).toBe(
      'human_check_failed',
    );
    ctx.clock.forward(5 * 60_000);
    expect(await codeOf({ code: '000000', g_recaptcha_response: proof })).toBe(
      'human_check_failed',
    );
  });
});
