/**
 * Tests the second step of a sign-in without the current authenticator: recovery codes, prepared
 * and removed secrets.
 */
import { getProfile, signIn } from '@ramal/contract/sessions';
import {
  disableSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  replaceSecondFactor,
  verifySecondFactor,
} from '@ramal/contract/second-factors';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, person } from '../../test/accounts.ts';
import {
  aPasskey,
  createCodes,
  enrolAuthenticator,
  readAccountEvents,
  secondProcess,
  wrongCode,
} from '../../test/second-factor.ts';

let ctx: TestContext;
let other: Awaited<ReturnType<typeof secondProcess>>;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  other = await secondProcess(ctx);
  admin = await person(ctx, { profile: 'admin' });
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(async () => {
  await other.close();
  await ctx.close();
});

/**
 * Refusals before a code is checked. Above the shared limit, unknown networks must send a proof of
 * work.
 */
const refusedBefore = ['too_many_attempts', 'proof_of_work_required'];

let addresses = 0;
/** Signs in from a new address each time, because other tests cover the rate limit. */
const enter = async (
  { username }: Pick<Person, 'username'>,
  code?: string,
  at: Pick<TestContext, 'server'> = ctx,
) => {
  addresses += 1;
  const url = `10.${20 + Math.floor(addresses / 200)}.${addresses % 200}.1`;
  const body = { username, password: PASSWORD, ...(code ? { code } : {}) };
  return call(at, signIn, { body }, { address: url });
};
const entered = async (...input: Parameters<typeof enter>) => {
  const { status, body } = await enter(...input);
  return 'access_token' in body ? status : body.code;
};
const aSeller = async () => {
  const account = await person(ctx, { parent: admin });
  return { ...account, ...(await enrolAuthenticator(ctx, account)) };
};
const left = async ({ token }: Person) =>
  (await call(ctx, verifySecondFactor, {}, { token })).body.recovery_codes;
const kindsOf = async ({ id }: Person) =>
  (await readAccountEvents(ctx, id)).map(({ kind }) => kind);
const refusals = async (account: Person) =>
  (await readAccountEvents(ctx, account.id)).filter(({ after }) => after?.because === 'wrong_code')
    .length;

describe('a recovery code', () => {
  it('accepts a recovery code once in any spelling and returns how many remain', async () => {
    const account = await aSeller();
    const [first, second] = account.recoveryCodes as [string, string];
    expect(await entered(account, first)).toBe(200);
    expect(await left(account)).toBe(9);
    expect(await entered(account, first)).toBe('wrong_code');
    expect(await entered(account, ` ${second.replace('-', '').toUpperCase()} `)).toBe(200);
    expect(await left(account)).toBe(8);
    expect(await refusals(account)).toBe(1);
    const result = await readAccountEvents(ctx, account.id);
    expect(result.filter(({ kind }) => kind === 'recovery-code-used')).toEqual([
      { kind: 'recovery-code-used', after: { left: 9 } },
      { kind: 'recovery-code-used', after: { left: 8 } },
    ]);
    expect(result.filter(({ kind }) => kind === 'signed-in').at(-1)?.after).toEqual({
      how: 'recovery-code',
    });
  });

  it('accepts one of fifty parallel attempts in two processes', async () => {
    const account = await aSeller();
    const [code] = account.recoveryCodes;
    const all = await Promise.all(
      // Half of the simultaneous attempts go to the other process. Above the shared limit of
      // unknown networks, attempts are refused before the code is checked.
      Array.from({ length: 50 }, (_, index) => entered(account, code, index % 2 ? ctx : other)),
    );
    expect(all.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(all.every((outcome) => [200, 'wrong_code', ...refusedBefore].includes(outcome!))).toBe(
      true,
    );
    expect(await left(account)).toBe(9);
    expect(await refusals(account)).toBe(all.filter((outcome) => outcome === 'wrong_code').length);
  });

  it('refuses the recovery code of another account', async () => {
    const [owner, second] = [await aSeller(), await aSeller()];
    expect(await entered(second, owner.recoveryCodes[0])).toBe('wrong_code');
    expect(await entered(owner, owner.recoveryCodes[0])).toBe(200);
  });

  it('refuses a code of a replaced set', async () => {
    const account = await aSeller();
    const body = { code_2fa: await account.code() };
    const renewed = await call(ctx, renewRecoveryCodes, { body }, { token: account.token });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect(await entered(account, account.recoveryCodes[3])).toBe('wrong_code');
    expect(await entered(account, renewed.body.recovery_codes[3])).toBe(200);
    expect(await kindsOf(account)).toContain('recovery-codes-renewed');
  });

  it('accepts a recovery code if only a passkey remains and offers it while codes remain', async () => {
    const account = await aSeller();
    await aPasskey(ctx, account);
    const body = { code_2fa: await account.code() };
    await call(ctx, disableSecondFactor, { body }, { token: account.token });
    expect((await enter(account)).body).toMatchObject({ twofa: true, takes_code: true });
    expect(await entered(account, account.recoveryCodes[0])).toBe(200);
    await ctx.owner.query('delete from recovery_codes where account_id = $1', [account.id]);
    expect((await enter(account)).body).toMatchObject({ twofa: true, takes_code: false });
  });
});

describe('six digits guessed from many networks at once', () => {
  it('allows twenty attempts an hour from all unknown networks and more from a known one', async () => {
    const account = await aSeller();
    const wrong = wrongCode(await account.code(-1), await account.code(), await account.code(1));
    const all = await Promise.all(Array.from({ length: 40 }, () => entered(account, wrong)));
    const refusedCodes = all.filter((outcome) => outcome === 'wrong_code');
    expect(refusedCodes.length).toBeLessThanOrEqual(20);
    expect(all.filter((outcome) => refusedBefore.includes(String(outcome)))).toHaveLength(
      40 - refusedCodes.length,
    );
    // Attempts from unknown networks do not lock out a network from which the account has signed in
    // before.
    const home = await ctx.owner.query<{ address: string }>(
      'select host(address) as address from sign_ins where account_id = $1',
      [account.id],
    );
    const body = { username: account.username, password: PASSWORD, code: await account.code() };
    expect((await call(ctx, signIn, { body }, home.rows[0])).status).toBe(200);
  });
});

describe('a removed second factor', () => {
  it('refuses every code of a removed second factor', async () => {
    const account = await aSeller();
    const { id, recoveryCodes } = account;
    const removed = await call(ctx, removeSecondFactor, { params: { id } }, admin);
    expect(removed.body.message).toBe('2FA deste revendedor excluido com sucesso');
    expect(await entered(account, await account.code())).toBe('wrong_code');
    expect(await entered(account, recoveryCodes[0])).toBe('wrong_code');
    expect(await refusals(account)).toBe(2);
    expect(await entered(account)).toBe(200);
  });
});

describe('a prepared authenticator', () => {
  const prepare = async ({ id }: Person) => {
    const { body } = await call(ctx, replaceSecondFactor, { params: { id } }, admin);
    return { ...body, code: createCodes(ctx, body.secret) };
  };
  const pending = async ({ token }: { token: string }) =>
    (await call(ctx, getProfile, {}, { token })).body.second_factor.replacement_pending;

  it('replaces the old authenticator at the first code of the prepared one', async () => {
    const account = await aSeller();
    const fresh = await prepare(account);
    expect(fresh).toMatchObject({ username: account.username });
    expect(decodeURIComponent(fresh.qr_code_url)).toContain(`Ramal:${account.username}?`);
    expect(fresh.secret).not.toBe(account.secret);
    expect(await pending(account)).toBe(true);
    expect(await entered(account, await account.code())).toBe(200);
    const now = await fresh.code();
    // This sign-in replaces the authenticator and ends all earlier sessions (Q-2FASESSIONS). The
    // profile is therefore read with the new session.
    const { body } = await enter(account, now);
    if (!('access_token' in body)) throw new Error('no sign-in');
    expect(await pending({ token: body.access_token })).toBe(false);
    ctx.clock.forward(60_000);
    expect(await entered(account, now)).toBe('wrong_code');
    expect(await entered(account, await account.code())).toBe('wrong_code');
    expect(await entered(account, await fresh.code())).toBe(200);
    const kinds = await kindsOf(account);
    expect(kinds.filter((kind) => /prepared|replaced/.test(kind))).toEqual([
      'second-factor-prepared',
      'second-factor-replaced',
    ]);
  });

  it('activates a prepared authenticator once for concurrent requests', async () => {
    const account = await aSeller();
    const code = await (await prepare(account)).code();
    const all = await Promise.all([ctx, other, ctx, other].map((at) => entered(account, code, at)));
    expect(all.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(all.filter((outcome) => outcome === 'wrong_code')).toHaveLength(3);
  });

  it('replaces a prepared authenticator by one prepared later', async () => {
    const account = await aSeller();
    const [first, second] = [await prepare(account), await prepare(account)];
    expect(await entered(account, await first.code())).toBe('wrong_code');
    expect(await entered(account, await second.code())).toBe(200);
  });

  it('authorises no action with a prepared authenticator before its activation', async () => {
    const account = await aSeller();
    const code_2fa = await (await prepare(account)).code();
    const refused = await call(ctx, renewRecoveryCodes, { body: { code_2fa } }, account);
    expect(refused.body.code).toBe('code_2fa_wrong');
    expect(await pending(account)).toBe(true);
  });

  it('refuses to prepare one for an admin or an account without an authenticator', async () => {
    const [second, plain] = [await person(ctx, { profile: 'admin' }), await person(ctx)];
    await enrolAuthenticator(ctx, second);
    const codeFor = async (id: number) =>
      (await call(ctx, replaceSecondFactor, { params: { id } }, admin)).body.code;
    expect(await codeFor(second.id)).toBe('forbidden');
    expect(await codeFor(admin.id)).toBe('forbidden');
    expect(await codeFor(plain.id)).toBe('second_factor_missing');
    const { rows } = await ctx.owner.query(
      'select count(*)::int from accounts where totp_pending is not null and id = any($1)',
      [[second.id, plain.id, admin.id]],
    );
    expect(rows[0].count).toBe(0);
  });
});
