/** Tests signing in with a passkey, alone or as the second step. Only the device is simulated. */
import {
  addPasskey,
  requestConfirmation,
  confirmWithPasskey,
  listPasskeys,
} from '@ramal/contract/passkeys';
import { getProfile, signIn } from '@ramal/contract/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ResponseOverrides, makeCredential, signWith } from '../../../test/authenticator.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { PASSWORD, type Person } from '../../../test/accounts.ts';
import {
  behindTls,
  enter,
  enterWith,
  createPasskeyHolder,
  readEventKinds,
  requestSignInOptions,
  readPasskeyRefusals,
  refused,
  sortedStatuses,
  hostHeaders,
} from '../../../test/passkeys.ts';

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

describe('signing in with a passkey', () => {
  it('signs in without a user name and names no key and records the method', async () => {
    const holder = await createPasskeyHolder(ctx);
    const options = await requestSignInOptions(ctx);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials).toEqual([]);
    const { status, body } = await enter(ctx, signWith(holder.credential, options));
    expect([status, body.id, body.username]).toEqual([200, holder.id, holder.username]);
    const profile = await call(ctx, getProfile, {}, { token: body.access_token });
    expect(profile.body.username).toBe(holder.username);
    const { rows } = await ctx.owner.query(
      `select after from events where kind = 'signed-in' and account_id = $1 order by id desc limit 1`,
      [holder.id],
    );
    expect(rows[0].after).toEqual({ how: 'passkey' });
    const listed = await call(ctx, listPasskeys, {}, { token: holder.token });
    expect(listed.body.data[0]?.last_used_at).toBe('21/11/2026 12:00');
  });

  it.each<[string, ResponseOverrides, string]>([
    ['signed on another site', { origin: 'https://pescaria.exemplo' }, 'signature'],
    ['signed on another port', { origin: 'http://localhost:9999' }, 'signature'],
    ['signed for another host', { rpId: 'pescaria.exemplo' }, 'signature'],
    ['signed without unlocking the device', { isVerified: false }, 'signature'],
    ['signed in a frame of another site', { crossOrigin: true }, 'unreadable'],
    ['said to be of another account', { userHandle: Buffer.alloc(32, 1) }, 'key'],
  ])('is refused when the answer was %s', async (_what, result, because) => {
    const holder = await createPasskeyHolder(ctx);
    const before = [
      await readPasskeyRefusals(ctx, holder.id),
      await readPasskeyRefusals(ctx, null),
    ];
    expect(await enterWith(ctx, holder.credential, result)).toMatchObject(refused);
    const after = [await readPasskeyRefusals(ctx, holder.id), await readPasskeyRefusals(ctx, null)];
    const news = [...after[0]!.slice(before[0]!.length), ...after[1]!.slice(before[1]!.length)];
    expect(news).toEqual([because]);
  });

  it('accepts a response once for simultaneous uses and within five minutes', async () => {
    const { credential } = await createPasskeyHolder(ctx);
    const answer = signWith(credential, await requestSignInOptions(ctx));
    const all = await Promise.all(Array.from({ length: 10 }, () => enter(ctx, answer)));
    expect(sortedStatuses(all)).toEqual([200, ...Array(9).fill(422)]);
    expect(await enter(ctx, answer)).toMatchObject(refused);
    const late = signWith(credential, await requestSignInOptions(ctx));
    ctx.clock.forward(5 * 60_000);
    expect(await enter(ctx, late)).toMatchObject(refused);
  });

  it('refuses an invented challenge and one consumed by a wrong response', async () => {
    const { credential } = await createPasskeyHolder(ctx);
    const invented = { rpId: 'localhost', challenge: Buffer.alloc(32, 5).toString('base64url') };
    expect(await enter(ctx, signWith(credential, invented))).toMatchObject(refused);
    const options = await requestSignInOptions(ctx);
    expect(
      await enter(ctx, signWith(credential, options, { origin: 'https://x.exemplo' })),
    ).toMatchObject(refused);
    expect(await enter(ctx, signWith(credential, options))).toMatchObject(refused);
  });

  it('refuses a counter that did not increase and accepts devices without one', async () => {
    const holder = await createPasskeyHolder(ctx);
    expect((await enterWith(ctx, holder.credential, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) {
      expect([counter, await enterWith(ctx, holder.credential, { counter })]).toMatchObject([
        counter,
        refused,
      ]);
    }
    expect(await readPasskeyRefusals(ctx, holder.id)).toEqual(['counter', 'counter', 'counter']);
    expect((await enterWith(ctx, holder.credential, { counter: 8 })).status).toBe(200);
    const { credential } = await createPasskeyHolder(ctx);
    for (const counter of [0, 0])
      expect((await enterWith(ctx, credential, { counter })).status).toBe(200);
  });

  it('accepts one of two copies of a key that send the same counter', async () => {
    const { credential } = await createPasskeyHolder(ctx);
    const [first, second] = [await requestSignInOptions(ctx), await requestSignInOptions(ctx)];
    const answers = [first, second].map((options) => signWith(credential, options, { counter: 5 }));
    const both = await Promise.all(answers.map((answer) => enter(ctx, answer)));
    expect(sortedStatuses(both)).toEqual([200, 422]);
  });

  it('refuses a removed key and the key of a deleted account', async () => {
    const [holder, other] = [await createPasskeyHolder(ctx), await createPasskeyHolder(ctx)];
    await ctx.owner.query('delete from passkeys where account_id = $1', [holder.id]);
    expect(await enterWith(ctx, holder.credential)).toMatchObject(refused);
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [other.id]);
    expect(await enterWith(ctx, other.credential)).toMatchObject(refused);
    expect((await readEventKinds(ctx, other.id)).at(-1)).toBe('sign-in-refused');
  });

  it('refuses a blocked account and every account while sign-in is off', async () => {
    const holder = await createPasskeyHolder(ctx);
    await ctx.owner.query(`update flags set is_on = false where name = 'login'`);
    expect((await enterWith(ctx, holder.credential)).body.code).toBe('login_closed');
    await ctx.owner.query('update flags set is_on = true');
    await ctx.owner.query('update accounts set blocked_at = now() where id = $1', [holder.id]);
    expect((await enterWith(ctx, holder.credential)).body.code).toBe('account_blocked');
    expect((await readEventKinds(ctx, holder.id)).slice(-2)).toEqual([
      'sign-in-refused',
      'sign-in-refused',
    ]);
  });

  it('allows twenty attempts a minute per address and returns successful ones', async () => {
    const { credential } = await createPasskeyHolder(ctx);
    for (let index = 0; index < 5; index += 1)
      expect((await enterWith(ctx, credential)).status).toBe(200);
    const all = [];
    for (let attempt = 0; attempt < 21; attempt += 1)
      all.push((await enter(ctx, { id: 'a', rawId: 'a', type: 'public-key' })).status);
    expect(all).toEqual([...Array(20).fill(422), 429]);
  });
});

describe('each host is a relying party of its own', () => {
  it('refuses a key of one host on another and does not offer it there', async () => {
    const holder = await createPasskeyHolder(ctx, 'aurora.exemplo');
    expect((await enterWith(ctx, holder.credential, {}, 'aurora.exemplo')).status).toBe(200);
    // Sends two responses to the other host: one to its own challenge, and one to the challenge of
    // the key's host.
    const options = await requestSignInOptions(ctx, 'mare.exemplo');
    expect(options.rpId).toBe('mare.exemplo');
    expect(await enter(ctx, signWith(holder.credential, options), 'mare.exemplo')).toMatchObject(
      refused,
    );
    expect(
      await enter(
        ctx,
        signWith(holder.credential, await requestSignInOptions(ctx, 'aurora.exemplo')),
        'mare.exemplo',
      ),
    ).toMatchObject(refused);
    // A challenge of another host is refused, although the key belongs to the host of the request.
    const elsewhere = { ...(await requestSignInOptions(ctx)), rpId: 'aurora.exemplo' };
    expect(
      await enter(ctx, signWith(holder.credential, elsewhere), 'aurora.exemplo'),
    ).toMatchObject(refused);
    const first = await call(
      ctx,
      signIn,
      { body: { username: holder.username, password: PASSWORD } },
      { headers: hostHeaders('mare.exemplo') },
    );
    expect(first.body).toMatchObject({ twofa: true, takes_code: true, passkey: null });
    const listed = await call(
      ctx,
      listPasskeys,
      {},
      { token: holder.token, headers: hostHeaders('mare.exemplo') },
    );
    expect(listed.body.data).toMatchObject([{ host: 'aurora.exemplo', here: false }]);
    const response = await call(
      ctx,
      requestConfirmation,
      {},
      { token: holder.token, headers: hostHeaders('mare.exemplo') },
    );
    expect([response.status, response.body.code]).toEqual([409, 'passkey_none_here']);
  });
});

describe('the second step of a sign-in', () => {
  const first = (account: Person, more: object = {}) =>
    call(ctx, signIn, { body: { username: account.username, password: PASSWORD, ...more } });
  const request = async (account: Person) => {
    const { body } = await first(account);
    if (!('twofa' in body) || !body.passkey) throw new Error('no passkey was requested');
    return body.passkey;
  };

  it('accepts a key of the account that the challenge lists', async () => {
    const holder = await createPasskeyHolder(ctx);
    const options = await request(holder);
    expect(options.allowCredentials).toMatchObject([
      { id: holder.credential.id.toString('base64url') },
    ]);
    const answer = signWith(holder.credential, options);
    const both = await Promise.all([
      first(holder, { passkey: answer }),
      first(holder, { passkey: answer }),
    ]);
    expect(sortedStatuses(both)).toEqual([200, 422]);
    expect(both.find(({ status }) => status === 422)?.body.code).toBe('passkey_refused');
  });

  it('refuses another account’s key and another account’s challenge', async () => {
    const [holder, other] = [await createPasskeyHolder(ctx), await createPasskeyHolder(ctx)];
    const foreignKey = signWith(other.credential, await request(holder));
    expect(await first(holder, { passkey: foreignKey })).toMatchObject(refused);
    const foreignChallenge = signWith(holder.credential, await request(other));
    expect(await first(holder, { passkey: foreignChallenge })).toMatchObject(refused);
  });

  it('refuses the second step without the password', async () => {
    const holder = await createPasskeyHolder(ctx);
    const passkey = signWith(holder.credential, await request(holder));
    const { body } = await first(holder, { password: 'senha-errada-9', passkey });
    expect(body.code).toBe('wrong_credentials');
  });

  it('accepts a recovery code instead of the key', async () => {
    const holder = await createPasskeyHolder(ctx);
    expect((await first(holder, { code: holder.recoveryCodes![0] })).body).toHaveProperty(
      'access_token',
    );
  });
});

describe('a challenge is valid for its own purpose only', () => {
  it('accepts a challenge only for the purpose of its creation', async () => {
    const holder = await createPasskeyHolder(ctx);
    const { token, credential } = holder;
    const challenges = {
      'sign-in': () => requestSignInOptions(ctx),
      confirm: async () => (await call(ctx, requestConfirmation, {}, { token })).body.options,
      'second-step': async () => {
        const { body } = await call(ctx, signIn, {
          body: { username: holder.username, password: PASSWORD },
        });
        return (body as { passkey: Record<string, unknown> }).passkey;
      },
    };
    const uses = {
      'sign-in': (response: object) => enter(ctx, response),
      confirm: (response: object) =>
        call(ctx, confirmWithPasskey, { body: { response } }, { token }),
      'second-step': (passkey: object) =>
        call(ctx, signIn, { body: { username: holder.username, password: PASSWORD, passkey } }),
    };
    for (const [purpose, ask] of Object.entries(challenges)) {
      for (const [used, send] of Object.entries(uses)) {
        await ctx.owner.query('delete from rate_limits');
        const { status } = await send(signWith(credential, await ask()));
        expect([purpose, used, status]).toEqual([purpose, used, purpose === used ? 200 : 422]);
      }
    }
    // A challenge for a sign-in cannot be used to add a key.
    const { response } = makeCredential({
      challenge: (await requestSignInOptions(ctx)).challenge,
      rp: { id: 'localhost' },
      user: { id: 'AAAA' },
    });
    expect(
      await call(ctx, addPasskey, { body: { name: 'Chave', response } }, { token }),
    ).toMatchObject(refused);
  });
});
