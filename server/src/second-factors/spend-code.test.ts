/** Tests that a code authorises only one action, also in concurrent requests. */
import { setGrants } from '@ramal/contract/resellers/resellers';
import {
  disableSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setSecondFactorRule,
} from '@ramal/contract/second-factors';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person, session } from '../../test/accounts.ts';
import {
  enrolAuthenticator,
  readAccountEvents,
  secondProcess,
  wrongCode,
} from '../../test/second-factor.ts';
import { consumeCode } from './totp.ts';

let ctx: TestContext;
let other: Awaited<ReturnType<typeof secondProcess>>;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  other = await secondProcess(ctx);
  seller = await person(ctx);
});
afterEach(() => {
  ctx.clock.set(TODAY);
  vi.useRealTimers();
});
afterAll(async () => {
  await other.close();
  await ctx.close();
});

const anAdmin = async () => {
  const account = await person(ctx, { profile: 'admin' });
  return { ...account, ...(await enrolAuthenticator(ctx, account)) };
};
type ServerContext = Pick<TestContext, 'server'>;
const grant = (token: string, code_2fa?: string, at: ServerContext = ctx) =>
  call(
    at,
    setGrants,
    { params: { id: seller.id }, body: { grants: ['games'], ...(code_2fa ? { code_2fa } : {}) } },
    { token },
  );
const renew = (token: string, code_2fa: string, at: ServerContext = ctx) =>
  call(at, renewRecoveryCodes, { body: { code_2fa } }, { token });
const rule = (token: string, code_2fa: string, at: ServerContext = ctx) =>
  call(at, setSecondFactorRule, { body: { code_2fa } }, { token });
const codes = (replies: { status: number; body: { code?: string | undefined } }[]) =>
  replies.map(({ status, body }) => (status === 200 ? 200 : body.code));

it('requires a code only of accounts with a second factor', async () => {
  const plain = await person(ctx, { profile: 'admin' });
  expect((await grant(plain.token)).status).toBe(200);
  const { token, code } = await anAdmin();
  const missing = await grant(token);
  expect([missing.status, missing.body.code, missing.body.message]).toEqual([
    422,
    'code_2fa_missing',
    'Código 2FA não informado!',
  ]);
  expect((await grant(token, await code())).status).toBe(200);
});

describe('a code', () => {
  it('authorises one action and refuses the code for the same and another action', async () => {
    const { id, token, code } = await anAdmin();
    const now = await code();
    expect(
      codes([await grant(token, now), await grant(token, now), await renew(token, now)]),
    ).toEqual([200, 'code_2fa_wrong', 'code_2fa_wrong']);
    expect(codes([await renew(token, await code(1))])).toEqual([200]);
    const kinds = (await readAccountEvents(ctx, id)).map(({ kind, after }) => [kind, after?.by]);
    expect(kinds.filter(([kind]) => /second-factor-(used|refused)/.test(String(kind)))).toEqual([
      ['second-factor-used', 'code'],
      ['second-factor-refused', 'code'],
      ['second-factor-refused', 'code'],
      ['second-factor-used', 'code'],
    ]);
  });

  it('accepts one of two simultaneous calls in two processes', async () => {
    for (let index = 0; index < 6; index += 1) {
      const { token, code } = await anAdmin();
      const now = await code();
      const raced = codes(
        await Promise.all([grant(token, now), renew(token, now, other), rule(token, now)]),
      );
      expect(raced.filter((outcome) => outcome === 200)).toHaveLength(1);
      expect(raced.filter((outcome) => outcome === 'code_2fa_wrong')).toHaveLength(2);
    }
  });

  it('refuses a code that was used to sign in', async () => {
    const { username, code } = await anAdmin();
    const now = await code();
    const { token } = await session(ctx, username, undefined, now);
    expect(codes([await grant(token, now)])).toEqual(['code_2fa_wrong']);
  });

  it('refuses a code of a removed secret', async () => {
    const { token, code } = await anAdmin();
    expect(
      (await call(ctx, disableSecondFactor, { body: { code_2fa: await code() } }, { token }))
        .status,
    ).toBe(200);
    // Codes of the old secret are invalid after another secret is set up.
    const account = { ...(await person(ctx, { profile: 'admin' })) };
    const first = await enrolAuthenticator(ctx, account);
    await call(
      ctx,
      removeSecondFactor,
      { params: { id: account.id } },
      { token: (await person(ctx, { profile: 'admin' })).token },
    );
    const back = { ...account, ...(await session(ctx, account.username)) };
    const second = await enrolAuthenticator(ctx, back);
    expect(codes([await grant(back.token, await first.code())])).toEqual(['code_2fa_wrong']);
    expect(codes([await grant(back.token, await second.code())])).toEqual([200]);
  });

  it('refuses a code whose secret is removed during the check', async () => {
    const { id, token, code } = await anAdmin();
    const { rows } = await ctx.owner.query('select totp_secret from accounts where id = $1', [id]);
    const body = { code_2fa: await code() };
    expect((await call(ctx, disableSecondFactor, { body }, { token })).status).toBe(200);
    expect(
      await consumeCode(ctx, { accountId: id, sealed: rows[0].totp_secret, code: await code(1) }),
    ).toBe(false);
  });

  it('refuses a recovery code', async () => {
    const { token, recoveryCodes } = await anAdmin();
    expect(codes([await grant(token, recoveryCodes[0])])).toEqual(['code_2fa_wrong']);
  });

  it('stores no code anywhere', async () => {
    const { id, token, code, secret, recoveryCodes } = await anAdmin();
    const [right, wrong] = [await code(), wrongCode(await code(-1), await code(), await code(1))];
    await grant(token, wrong);
    await grant(token, right);
    const { rows } = await ctx.owner.query('select * from events where account_id = $1', [id]);
    expect(rows.length).toBeGreaterThan(2);
    const written = JSON.stringify(rows.map(({ kind, before, after }) => [kind, before, after]));
    for (const hidden of [right, wrong, secret, ...recoveryCodes])
      expect(written).not.toContain(hidden);
  });
});

describe('guessing', () => {
  it('refuses after five attempts a minute in all processes even the right code', async () => {
    const { token, code } = await anAdmin();
    const wrong = wrongCode(await code(-1), await code(), await code(1));
    const tries = [];
    for (let index = 0; index < 5; index += 1)
      tries.push(await grant(token, wrong, index % 2 === 0 ? ctx : other));
    expect(codes(tries)).toEqual(Array(5).fill('code_2fa_wrong'));
    const rejected = await grant(token, await code(), other);
    expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(50);
    // The rate limiter uses the time of the machine, so the test moves only Date.
    vi.setSystemTime(Date.now() + 60_500);
    expect(codes([await grant(token, await code())])).toEqual([200]);
  });

  it('checks at most five of fifty simultaneous codes', async () => {
    const { token, code } = await anAdmin();
    const wrong = wrongCode(await code(-1), await code(), await code(1));
    const all = codes(await Promise.all(Array.from({ length: 50 }, () => grant(token, wrong))));
    expect(all.filter((outcome) => outcome === 'code_2fa_wrong')).toHaveLength(5);
    expect(all.filter((outcome) => outcome === 'too_many_attempts')).toHaveLength(45);
  });

  it('refuses after twenty attempts an hour', async () => {
    const { token, code } = await anAdmin();
    const wrong = wrongCode(await code(-1), await code(), await code(1));
    const all = [];
    for (let index = 0; index < 5; index += 1) {
      for (let tries = 0; tries < 4; tries += 1) all.push(await grant(token, wrong));
      vi.setSystemTime(Date.now() + 60_500);
    }
    expect(codes(all)).toEqual(Array(20).fill('code_2fa_wrong'));
    const rejected = await grant(token, await code());
    expect(rejected.body.code).toBe('too_many_attempts');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(600);
  });

  it('does not count right codes', async () => {
    const { token, code } = await anAdmin();
    for (let index = 0; index < 8; index += 1) {
      expect(codes([await grant(token, await code())])).toEqual([200]);
      ctx.clock.forward(30_000);
    }
  });
});
