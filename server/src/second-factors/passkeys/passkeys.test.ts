/** Tests the account's own passkeys. Only the device is simulated. */
import { addPasskey, listPasskeys, offerPasskey, removePasskey } from '@ramal/contract/passkeys';
import { confirmSecondFactor, enableSecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCredential } from '../../../test/authenticator.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { PASSWORD, type Person, person } from '../../../test/accounts.ts';
import {
  type PasskeyHolder,
  addKey,
  behindTls,
  confirmed,
  createPasskeyHolder,
  readEventKinds,
  readPasskeyRefusals,
  refused,
  sortedStatuses,
} from '../../../test/passkeys.ts';
import { createCodes, enrolAuthenticator } from '../../../test/second-factor.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext(behindTls);
});
afterEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from rate_limits');
  await ctx.owner.query('update flags set is_on = true');
});
afterAll(() => ctx.close());

describe('a new passkey', () => {
  it('creates a key for this host and brand that the device stores and unlocks', async () => {
    const { token, username } = await person(ctx);
    const { body } = await call(
      ctx,
      offerPasskey,
      { body: { current_password: PASSWORD } },
      { token },
    );
    expect(body.options).toMatchObject({
      rp: { id: 'localhost', name: 'Ramal' },
      user: { name: username },
      attestation: 'none',
      excludeCredentials: [],
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('stores the key and returns ten recovery codes with the first factor', async () => {
    const holder = await createPasskeyHolder(ctx);
    expect(holder.recoveryCodes).toHaveLength(10);
    const { body } = await call(ctx, listPasskeys, {}, { token: holder.token });
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        name: 'Celular',
        host: 'localhost',
        here: true,
        created_at: '21/11/2026 12:00',
        last_used_at: null,
      },
    ]);
    expect(await readEventKinds(ctx, holder.id)).toContain('passkey-added');
    const profile = await call(ctx, getProfile, {}, { token: holder.token });
    expect(profile.body.second_factor.enrolled).toBe(true);
  });

  it('refuses a request without TLS or to an IP address', async () => {
    const { token } = await person(ctx);
    for (const headers of [
      { host: 'painel.exemplo' },
      { host: '203.0.113.50', 'x-forwarded-proto': 'https' },
      { host: '[2001:db8::1]:8443', 'x-forwarded-proto': 'https' },
      { host: 'localhost.exemplo' },
    ]) {
      const { status, body } = await call(
        ctx,
        offerPasskey,
        { body: { current_password: PASSWORD } },
        { token, headers },
      );
      expect([headers.host, status, body.code]).toEqual([headers.host, 422, 'passkey_needs_tls']);
    }
  });

  it('consumes the code only with the right password', async () => {
    const holder = await createPasskeyHolder(ctx);
    const code_2fa = await confirmed(ctx, holder);
    const ask = async (current_password: string) =>
      call(ctx, offerPasskey, { body: { current_password, code_2fa } }, { token: holder.token });
    expect((await ask('errada-errada-1')).body.code).toBe('current_password_wrong');
    expect((await ask(PASSWORD)).body).toHaveProperty('options');
    expect((await ask(PASSWORD)).body.code).toBe('code_2fa_wrong');
  });

  it('requires a code of an account that already has a factor', async () => {
    const holder = await createPasskeyHolder(ctx);
    const { status, body } = await call(
      ctx,
      offerPasskey,
      { body: { current_password: PASSWORD } },
      { token: holder.token },
    );
    expect([status, body.code]).toEqual([422, 'code_2fa_missing']);
  });

  it.each<[string, Parameters<typeof makeCredential>[1], string]>([
    ['made on another site', { origin: 'https://pescaria.exemplo' }, 'signature'],
    ['made on another port', { origin: 'http://localhost:9999' }, 'signature'],
    ['made for another host', { rpId: 'pescaria.exemplo' }, 'signature'],
    ['made without unlocking the device', { isVerified: false }, 'signature'],
    ['made in a frame of another site', { crossOrigin: true }, 'unreadable'],
    ['with a statement of who built the device', { attested: true }, 'attestation'],
  ])('is refused when it was %s', async (_what, result, because) => {
    const account = await person(ctx);
    const { added } = await addKey(ctx, account, undefined, result);
    expect(added).toMatchObject(refused);
    expect(await readPasskeyRefusals(ctx, account.id)).toEqual([because]);
    expect((await call(ctx, listPasskeys, {}, { token: account.token })).body.data).toEqual([]);
  });

  it('accepts a key once for the account of the challenge within five minutes', async () => {
    const [account, other] = [await person(ctx), await person(ctx)];
    const send = (actor: Person, response: unknown) =>
      call(ctx, addPasskey, { body: { name: 'Chave', response } }, { token: actor.token });
    const ask = async () =>
      makeCredential(
        (
          await call(
            ctx,
            offerPasskey,
            { body: { current_password: PASSWORD } },
            { token: account.token },
          )
        ).body.options,
      ).response;
    expect(await send(other, await ask())).toMatchObject(refused);
    const late = await ask();
    ctx.clock.forward(5 * 60_000);
    expect(await send(account, late)).toMatchObject(refused);
    const answer = await ask();
    const both = await Promise.all([send(account, answer), send(account, answer)]);
    expect(sortedStatuses(both)).toEqual([200, 422]);
    expect(await send(account, answer)).toMatchObject(refused);
    expect(await readPasskeyRefusals(ctx, account.id)).toEqual([
      'challenge',
      'challenge',
      'challenge',
    ]);
  });

  it('stores at most ten keys in simultaneous calls', async () => {
    const account = await person(ctx);
    const answers = [await request(account), await request(account), await request(account)];
    await ctx.owner.query(
      `insert into passkeys (account_id, name, rp_id, credential_id, public_key, counter, is_backed_up, created_at)
       select $1::bigint, 'Chave', 'localhost', 'chave-' || turn || '-de-' || $1::bigint, '', 0, true, now()
       from generate_series(1, 8) turn`,
      [account.id],
    );
    const all = await Promise.all(answers.map((response) => send(account, response)));
    expect(sortedStatuses(all).slice(0, 2)).toEqual([200, 200]);
    expect(all.filter(({ body }) => body.code === 'passkeys_too_many')).toHaveLength(1);
  });

  it('returns recovery codes only for one of many simultaneous first keys', async () => {
    const account = await person(ctx);
    const answers = [];
    for (let index = 0; index < 6; index += 1) answers.push(await request(account));
    const all = await Promise.all(answers.map((response) => send(account, response)));
    expect(all.filter(({ body }) => body.recovery_codes)).toHaveLength(1);
    expect(all.filter(({ body }) => body.code === 'passkey_refused')).toHaveLength(5);
  });

  it('invalidates a set-up of a stolen session once the owner has a factor', async () => {
    const account = await person(ctx);
    const { secret } = (
      await call(ctx, enableSecondFactor, { body: { current_password: PASSWORD } }, account)
    ).body;
    const stolen = await request(account);
    expect((await addKey(ctx, account)).added.status).toBe(200);
    expect(await send(account, stolen)).toMatchObject(refused);
    const token = await createCodes(ctx, secret)();
    const confirmed = await call(ctx, confirmSecondFactor, { body: { secret, token } }, account);
    expect(confirmed.body.code).toBe('second_factor_not_started');

    const other = await person(ctx);
    const confirmationRequest = await request(other);
    await enrolAuthenticator(ctx, other);
    expect(await send(other, confirmationRequest)).toMatchObject(refused);
  });
});

const request = async ({ token }: Person) =>
  makeCredential(
    (await call(ctx, offerPasskey, { body: { current_password: PASSWORD } }, { token })).body
      .options,
  ).response;
const send = ({ token }: Person, response: unknown) =>
  call(ctx, addPasskey, { body: { name: 'Chave', response } }, { token });

describe('a confirmation', () => {
  const act = (account: Person, code_2fa: string) =>
    call(
      ctx,
      offerPasskey,
      { body: { current_password: PASSWORD, code_2fa } },
      { token: account.token },
    );

  it('authorises one action of the account by a confirmation', async () => {
    const [holder, other] = [await createPasskeyHolder(ctx), await createPasskeyHolder(ctx)];
    const code_2fa = await confirmed(ctx, holder);
    expect((await act(other, code_2fa)).body.code).toBe('code_2fa_wrong');
    const both = await Promise.all([act(holder, code_2fa), act(holder, code_2fa)]);
    expect(sortedStatuses(both)).toEqual([200, 422]);
  });

  it('expires a confirmation after a minute', async () => {
    const holder = await createPasskeyHolder(ctx);
    const code_2fa = await confirmed(ctx, holder);
    ctx.clock.forward(60_000);
    expect((await act(holder, code_2fa)).body.code).toBe('code_2fa_wrong');
  });

  it('stores a confirmation as a hash', async () => {
    const holder = await createPasskeyHolder(ctx);
    const code_2fa = await confirmed(ctx, holder);
    const { rows } = await ctx.owner.query('select hash from confirmations');
    expect(rows.some(({ hash }) => hash.toString('utf8').includes(code_2fa))).toBe(false);
    expect((await act(holder, code_2fa)).status).toBe(200);
  });
});

describe('removing a passkey', () => {
  const idOf = async (account: Person) =>
    (await call(ctx, listPasskeys, {}, { token: account.token })).body.data[0]!.id;
  const remove = async (actor: PasskeyHolder, id: number) =>
    call(
      ctx,
      removePasskey,
      { params: { id }, body: { code_2fa: await confirmed(ctx, actor) } },
      { token: actor.token },
    );

  it('removes only own keys and the recovery codes with the last factor', async () => {
    const [holder, other] = [await createPasskeyHolder(ctx), await createPasskeyHolder(ctx)];
    const id = await idOf(holder);
    const foreign = await remove(other, id);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'passkey_not_found']);
    expect((await remove(holder, id)).status).toBe(200);
    const { rows } = await ctx.owner.query('select from recovery_codes where account_id = $1', [
      holder.id,
    ]);
    expect(rows).toHaveLength(0);
    expect(await readEventKinds(ctx, holder.id)).toContain('passkey-removed');
    const { body } = await call(ctx, getProfile, {}, { token: holder.token });
    expect(body.second_factor.enrolled).toBe(false);
  });

  it('keeps the last factor of an account that must have one', async () => {
    const holder = await createPasskeyHolder(ctx);
    const id = await idOf(holder);
    const admin = await person(ctx, { profile: 'admin' });
    await ctx.owner.query(
      `insert into second_factor_rules (holder_id, required_from, set_by, set_at) values (null, $1, $2, $1)`,
      ['2026-11-20T00:00:00Z', admin.id],
    );
    const { status, body } = await remove(holder, id);
    await ctx.owner.query('delete from second_factor_rules');
    expect([status, body.code]).toEqual([403, 'second_factor_required']);
    expect(await idOf(holder)).toBe(id);
  });
});

it('requires the password to begin adding a key (Q-STOLENSESSION)', async () => {
  const account = await person(ctx);
  const ask = (body: Record<string, unknown>) =>
    call(ctx, offerPasskey, { body }, { token: account.token });
  expect((await ask({})).body.fields).toEqual({
    current_password: 'O campo Senha atual é necessário.',
  });
  expect((await ask({ current_password: 'errada-1' })).body.code).toBe('current_password_wrong');
  expect((await ask({ current_password: PASSWORD })).body).toHaveProperty('options');
});
