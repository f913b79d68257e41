/** Tests the set-up of an authenticator, its removal, and the events. */
import { createHmac } from 'node:crypto';
import {
  confirmSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
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
  wrongCode,
} from '../../test/second-factor.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const begin = async ({ token }: Person) =>
  call(ctx, enableSecondFactor, { body: { current_password: PASSWORD } }, { token });
const confirm = ({ token }: Person, secret: string, code: string) =>
  call(ctx, confirmSecondFactor, { body: { secret, token: code } }, { token });
const result = async ({ token }: Person) =>
  (await call(ctx, verifySecondFactor, {}, { token })).body;

describe('setting up', () => {
  it('requires a code and consumes it and returns ten recovery codes once', async () => {
    const account = await person(ctx);
    const { secret } = (await begin(account)).body;
    const code = createCodes(ctx, secret);
    expect(await result(account)).toMatchObject({ has2fa: false, recovery_codes: 0 });
    const done = await confirm(account, secret, await code());
    expect([done.status, done.body.message]).toEqual([
      200,
      'O seu 2FA agora está configurado e validado em sua conta!',
    ]);
    expect(new Set(done.body.recovery_codes).size).toBe(10);
    for (const recoveryCode of done.body.recovery_codes)
      expect(recoveryCode).toMatch(/^[2-9abcdefghjkmnp-z]{5}-[2-9abcdefghjkmnp-z]{5}$/);
    expect(await result(account)).toMatchObject({ has2fa: true, recovery_codes: 10, passkeys: 0 });
    const again = await call(
      ctx,
      renewRecoveryCodes,
      { body: { code_2fa: await code() } },
      { token: account.token },
    );
    expect(again.body.code).toBe('code_2fa_wrong');
    expect(await readAccountEvents(ctx, account.id)).toContainEqual({
      kind: 'second-factor-enabled',
      after: { by: 'code' },
    });
  });

  it('encrypts the pending secret and stores recovery codes as keyed hashes', async () => {
    const account = await person(ctx);
    const { secret } = (await begin(account)).body;
    const waiting = await stored(account);
    expect(ctx.secrets.decrypt('totp', waiting.totp_pending)).toBe(secret);
    expect(waiting.totp_pending.toString('latin1')).not.toContain(secret);
    const { body } = await confirm(account, secret, await createCodes(ctx, secret)());
    const { rows } = await ctx.owner.query(
      'select hash from recovery_codes where account_id = $1',
      [account.id],
    );
    const keyed = (code: string) =>
      createHmac('sha256', ctx.secrets.key('recovery-code'))
        .update(`${account.id} ${code.replace('-', '')}`)
        .digest('hex');
    expect(new Set(rows.map(({ hash }) => hash.toString('hex')))).toEqual(
      new Set(body.recovery_codes.map(keyed)),
    );
  });

  it('contains the brand and the account in the URL of the QR code', async () => {
    const account = await person(ctx, { username: 'revenda.ção' });
    const { qr_code_url, secret } = (await begin(account)).body;
    const url = new URL(qr_code_url);
    expect(decodeURIComponent(url.pathname)).toBe('/Ramal:revenda.ção');
    expect(url.protocol + url.host).toBe('otpauth:totp');
    expect([url.searchParams.get('issuer'), url.searchParams.get('secret')]).toEqual([
      'Ramal',
      secret,
    ]);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('replaces a pending set-up', async () => {
    const account = await person(ctx);
    const first = (await begin(account)).body.secret;
    const second = (await begin(account)).body.secret;
    const late = await confirm(account, first, await createCodes(ctx, first)());
    expect([late.status, late.body.code]).toEqual([409, 'second_factor_not_started']);
    // A correct code does not confirm a secret that is not the pending one.
    const mixed = await confirm(account, first, await createCodes(ctx, second)());
    expect(mixed.body.code).toBe('second_factor_not_started');
    expect((await confirm(account, second, await createCodes(ctx, second)())).status).toBe(200);
  });

  it('expires a set-up after thirty minutes', async () => {
    const [slow, late] = [await person(ctx), await person(ctx)];
    const [slowSecret, lateSecret] = [
      (await begin(slow)).body.secret,
      (await begin(late)).body.secret,
    ];
    ctx.clock.forward(30 * 60_000 - 1);
    expect((await confirm(slow, slowSecret, await createCodes(ctx, slowSecret)())).status).toBe(
      200,
    );
    ctx.clock.forward(1);
    const rejected = await confirm(late, lateSecret, await createCodes(ctx, lateSecret)());
    expect(rejected.body.code).toBe('second_factor_not_started');
  });

  it('accepts the neighbours of the current step and no other step', async () => {
    for (const [steps, expected] of [
      [-2, 422],
      [-1, 200],
      [1, 200],
      [2, 422],
    ] as const) {
      const account = await person(ctx);
      const { secret } = (await begin(account)).body;
      const { status } = await confirm(account, secret, await createCodes(ctx, secret)(steps));
      expect([steps, status]).toEqual([steps, expected]);
    }
  });

  it('does not change an authenticator that is already set up', async () => {
    const account = await person(ctx);
    const { secret, code } = await enrolAuthenticator(ctx, account);
    const before = await stored(account);
    for (const refused of [await begin(account), await confirm(account, secret, await code())])
      expect([refused.status, refused.body.code]).toEqual([409, 'second_factor_configured']);
    expect(await stored(account)).toEqual(before);
  });

  it('sets up once for many simultaneous confirmations', async () => {
    const account = await person(ctx);
    const { secret } = (await begin(account)).body;
    const code = await createCodes(ctx, secret)();
    const all = await Promise.all(Array.from({ length: 5 }, () => confirm(account, secret, code)));
    const done = all.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect((await result(account)).recovery_codes).toBe(10);
    expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  it('allows five attempts a minute and records each error', async () => {
    const account = await person(ctx);
    const { secret } = (await begin(account)).body;
    const code = createCodes(ctx, secret);
    const wrong = wrongCode(await code(-1), await code(), await code(1));
    const statuses = [];
    for (let index = 0; index < 5; index += 1)
      statuses.push((await confirm(account, secret, wrong)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422]);
    expect((await confirm(account, secret, await code())).body.code).toBe('too_many_attempts');
    const refused = (await readAccountEvents(ctx, account.id)).filter(
      ({ kind }) => kind === 'second-factor-refused',
    );
    expect(refused).toHaveLength(5);
  });

  it('requires the passkey of an account that has one', async () => {
    const account = await person(ctx);
    await aPasskey(ctx, account);
    const refused = await begin(account);
    expect([refused.status, refused.body.code]).toEqual([422, 'code_2fa_missing']);
    expect((await stored(account)).totp_pending).toBe(null);
  });
});

describe('switching off', () => {
  const disable = async ({ token }: Person, code_2fa?: string) =>
    call(ctx, disableSecondFactor, { body: code_2fa ? { code_2fa } : {} }, { token });

  it('disables the authenticator with a code and deletes all its data', async () => {
    const account = await person(ctx);
    const { code } = await enrolAuthenticator(ctx, account);
    expect((await disable(account)).body.code).toBe('code_2fa_missing');
    const wrong = wrongCode(await code(-1), await code(), await code(1));
    expect((await disable(account, wrong)).body.code).toBe('code_2fa_wrong');
    expect((await disable(account, await code())).status).toBe(200);
    expect(await result(account)).toMatchObject({ has2fa: false, recovery_codes: 0 });
    expect(await stored(account)).toMatchObject({ totp_secret: null, totp_pending: null });
    expect((await disable(account)).body.code).toBe('second_factor_missing');
    expect((await readAccountEvents(ctx, account.id)).map(({ kind }) => kind)).toContain(
      'second-factor-disabled',
    );
  });

  it('keeps the recovery codes if a passkey remains', async () => {
    const account = await person(ctx);
    const { code } = await enrolAuthenticator(ctx, account);
    await aPasskey(ctx, account);
    expect((await disable(account, await code())).status).toBe(200);
    expect(await result(account)).toMatchObject({ has2fa: false, passkeys: 1, recovery_codes: 10 });
  });
});

describe('new recovery codes', () => {
  it('refuses new recovery codes to an account without a second factor', async () => {
    const { token } = await person(ctx);
    const refused = await call(ctx, renewRecoveryCodes, { body: {} }, { token });
    expect([refused.status, refused.body.code]).toEqual([409, 'second_factor_missing']);
  });
});

const stored = async ({ id }: Person) =>
  (
    await ctx.owner.query(
      'select totp_secret, totp_pending, totp_last_step from accounts where id = $1',
      [id],
    )
  ).rows[0];

it('requires the password of an account without a second factor and counts errors (Q-STOLENSESSION)', async () => {
  const account = await person(ctx);
  const ask = (body: Record<string, unknown>) =>
    call(ctx, enableSecondFactor, { body }, { token: account.token });
  const missing = await ask({});
  expect([missing.status, missing.body.fields]).toEqual([
    422,
    { current_password: 'O campo Senha atual é necessário.' },
  ]);
  const codes = [];
  for (let n = 0; n < 6; n += 1)
    codes.push((await ask({ current_password: `errada-${n}` })).body.code);
  expect(codes).toEqual([...Array(5).fill('current_password_wrong'), 'too_many_attempts']);
  const { rows } = await ctx.owner.query(
    'select totp_pending is null as untouched from accounts where id = $1',
    [account.id],
  );
  expect(rows).toEqual([{ untouched: true }]);
});
