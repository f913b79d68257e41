/** Signing in with a passkey, alone or as the second step; the device alone is software. */
import {
  addPasskey,
  askConfirmation,
  confirmWithPasskey,
  listPasskeys,
} from '@ramal/contract/passkeys';
import { getProfile, signIn } from '@ramal/contract/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Told, makeCredential, signWith } from '../../../test/authenticator.ts';
import { TODAY, type TestHouse, call, openTestHouse } from '../../../test/house.ts';
import { PASSWORD, type Person } from '../../../test/people.ts';
import {
  behindTls,
  enter,
  enterWith,
  keyed,
  kindsOf,
  offered,
  refusalsOf,
  refused,
  statusesOf,
  under,
} from '../../../test/passkeys.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse(behindTls);
});
afterEach(async () => {
  house.clock.set(TODAY);
  await house.owner.query('delete from rate_limits');
  await house.owner.query('update flags set is_on = true');
});
afterAll(() => house.close());

describe('signing in with a passkey', () => {
  it('asks for no name, names no key, and says how it was done', async () => {
    const one = await keyed(house);
    const options = await offered(house);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials).toEqual([]);
    const { status, body } = await enter(house, signWith(one.credential, options));
    expect([status, body.id, body.username]).toEqual([200, one.id, one.username]);
    const profile = await call(house, getProfile, {}, { token: body.access_token });
    expect(profile.body.username).toBe(one.username);
    const { rows } = await house.owner.query(
      `select after from events where kind = 'signed-in' and account_id = $1 order by id desc limit 1`,
      [one.id],
    );
    expect(rows[0].after).toEqual({ how: 'passkey' });
    const listed = await call(house, listPasskeys, {}, { token: one.token });
    expect(listed.body.data[0]?.last_used_at).toBe('21/11/2026 12:00');
  });

  it.each<[string, Told, string]>([
    ['signed on another site', { origin: 'https://pescaria.exemplo' }, 'signature'],
    ['signed on another port', { origin: 'http://localhost:9999' }, 'signature'],
    ['signed for another host', { rpId: 'pescaria.exemplo' }, 'signature'],
    ['signed without unlocking the device', { isVerified: false }, 'signature'],
    ['signed in a frame of another site', { crossOrigin: true }, 'unreadable'],
    ['said to be of another account', { userHandle: Buffer.alloc(32, 1) }, 'key'],
  ])('is refused when the answer was %s', async (_what, told, because) => {
    const one = await keyed(house);
    const before = [await refusalsOf(house, one.id), await refusalsOf(house, null)];
    expect(await enterWith(house, one.credential, told)).toMatchObject(refused);
    const after = [await refusalsOf(house, one.id), await refusalsOf(house, null)];
    const news = [...after[0]!.slice(before[0]!.length), ...after[1]!.slice(before[1]!.length)];
    expect(news).toEqual([because]);
  });

  it('takes an answer once, however many send it at once, and within five minutes', async () => {
    const { credential } = await keyed(house);
    const answer = signWith(credential, await offered(house));
    const all = await Promise.all(Array.from({ length: 10 }, () => enter(house, answer)));
    expect(statusesOf(all)).toEqual([200, ...Array(9).fill(422)]);
    expect(await enter(house, answer)).toMatchObject(refused);
    const late = signWith(credential, await offered(house));
    house.clock.forward(5 * 60_000);
    expect(await enter(house, late)).toMatchObject(refused);
  });

  it('takes no challenge of its own making, and none that was used up by a wrong answer', async () => {
    const { credential } = await keyed(house);
    const made = { rpId: 'localhost', challenge: Buffer.alloc(32, 5).toString('base64url') };
    expect(await enter(house, signWith(credential, made))).toMatchObject(refused);
    const options = await offered(house);
    expect(
      await enter(house, signWith(credential, options, { origin: 'https://x.exemplo' })),
    ).toMatchObject(refused);
    expect(await enter(house, signWith(credential, options))).toMatchObject(refused);
  });

  it('refuses a counter that stands or goes back, and takes devices that keep none', async () => {
    const one = await keyed(house);
    expect((await enterWith(house, one.credential, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) {
      expect([counter, await enterWith(house, one.credential, { counter })]).toMatchObject([
        counter,
        refused,
      ]);
    }
    expect(await refusalsOf(house, one.id)).toEqual(['counter', 'counter', 'counter']);
    expect((await enterWith(house, one.credential, { counter: 8 })).status).toBe(200);
    const { credential } = await keyed(house);
    for (const counter of [0, 0])
      expect((await enterWith(house, credential, { counter })).status).toBe(200);
  });

  it('lets one of two copies through that answer different challenges with the same count', async () => {
    const { credential } = await keyed(house);
    const [first, second] = [await offered(house), await offered(house)];
    const answers = [first, second].map((options) => signWith(credential, options, { counter: 5 }));
    const both = await Promise.all(answers.map((answer) => enter(house, answer)));
    expect(statusesOf(both)).toEqual([200, 422]);
  });

  it('refuses a key that was removed and the key of a deleted account', async () => {
    const [one, other] = [await keyed(house), await keyed(house)];
    await house.owner.query('delete from passkeys where account_id = $1', [one.id]);
    expect(await enterWith(house, one.credential)).toMatchObject(refused);
    await house.owner.query('update accounts set deleted_at = now() where id = $1', [other.id]);
    expect(await enterWith(house, other.credential)).toMatchObject(refused);
    expect((await kindsOf(house, other.id)).at(-1)).toBe('sign-in-refused');
  });

  it('opens nothing for a blocked account, nor while sign-in is switched off', async () => {
    const one = await keyed(house);
    await house.owner.query(`update flags set is_on = false where name = 'login'`);
    expect((await enterWith(house, one.credential)).body.code).toBe('login_closed');
    await house.owner.query('update flags set is_on = true');
    await house.owner.query('update accounts set blocked_at = now() where id = $1', [one.id]);
    expect((await enterWith(house, one.credential)).body.code).toBe('account_blocked');
    expect((await kindsOf(house, one.id)).slice(-2)).toEqual([
      'sign-in-refused',
      'sign-in-refused',
    ]);
  });

  it('may be tried twenty times a minute from one address, and success costs nothing', async () => {
    const { credential } = await keyed(house);
    for (let turn = 0; turn < 5; turn += 1)
      expect((await enterWith(house, credential)).status).toBe(200);
    const all = [];
    for (let turn = 0; turn < 21; turn += 1)
      all.push((await enter(house, { id: 'a', rawId: 'a', type: 'public-key' })).status);
    expect(all).toEqual([...Array(20).fill(422), 429]);
  });
});

describe('each host is a relying party of its own', () => {
  it('a key of one opens nothing on another, and is not asked for there', async () => {
    const one = await keyed(house, 'aurora.exemplo');
    expect((await enterWith(house, one.credential, {}, 'aurora.exemplo')).status).toBe(200);
    // On the other host, both as that host would have it and as its own.
    const options = await offered(house, 'mare.exemplo');
    expect(options.rpId).toBe('mare.exemplo');
    expect(await enter(house, signWith(one.credential, options), 'mare.exemplo')).toMatchObject(
      refused,
    );
    expect(
      await enter(
        house,
        signWith(one.credential, await offered(house, 'aurora.exemplo')),
        'mare.exemplo',
      ),
    ).toMatchObject(refused);
    // What one host asked is not answered on another, though the key is that host's own.
    const elsewhere = { ...(await offered(house)), rpId: 'aurora.exemplo' };
    expect(await enter(house, signWith(one.credential, elsewhere), 'aurora.exemplo')).toMatchObject(
      refused,
    );
    const first = await call(
      house,
      signIn,
      { body: { username: one.username, password: PASSWORD } },
      { headers: under('mare.exemplo') },
    );
    expect(first.body).toMatchObject({ twofa: true, takes_code: true, passkey: null });
    const listed = await call(
      house,
      listPasskeys,
      {},
      { token: one.token, headers: under('mare.exemplo') },
    );
    expect(listed.body.data).toMatchObject([{ host: 'aurora.exemplo', here: false }]);
    const asked = await call(
      house,
      askConfirmation,
      {},
      { token: one.token, headers: under('mare.exemplo') },
    );
    expect([asked.status, asked.body.code]).toEqual([409, 'passkey_none_here']);
  });
});

describe('the second step of a sign-in', () => {
  const first = (one: Person, more: object = {}) =>
    call(house, signIn, { body: { username: one.username, password: PASSWORD, ...more } });
  const asked = async (one: Person) => {
    const { body } = await first(one);
    if (!('twofa' in body) || !body.passkey) throw new Error('no passkey was asked for');
    return body.passkey;
  };

  it('is taken by a key of the account, asked for by name', async () => {
    const one = await keyed(house);
    const options = await asked(one);
    expect(options.allowCredentials).toMatchObject([
      { id: one.credential.id.toString('base64url') },
    ]);
    const answer = signWith(one.credential, options);
    const both = await Promise.all([
      first(one, { passkey: answer }),
      first(one, { passkey: answer }),
    ]);
    expect(statusesOf(both)).toEqual([200, 422]);
    expect(both.find(({ status }) => status === 422)?.body.code).toBe('passkey_refused');
  });

  it('refuses another account’s key and another account’s challenge', async () => {
    const [one, other] = [await keyed(house), await keyed(house)];
    const foreignKey = signWith(other.credential, await asked(one));
    expect(await first(one, { passkey: foreignKey })).toMatchObject(refused);
    const foreignChallenge = signWith(one.credential, await asked(other));
    expect(await first(one, { passkey: foreignChallenge })).toMatchObject(refused);
  });

  it('is not taken without the password', async () => {
    const one = await keyed(house);
    const passkey = signWith(one.credential, await asked(one));
    const { body } = await first(one, { password: 'senha-errada-9', passkey });
    expect(body.code).toBe('wrong_credentials');
  });

  it('takes a recovery code in place of the key', async () => {
    const one = await keyed(house);
    expect((await first(one, { code: one.recoveryCodes![0] })).body).toHaveProperty('access_token');
  });
});

describe('a challenge serves what it was made for', () => {
  it('and nothing else', async () => {
    const one = await keyed(house);
    const { token, credential } = one;
    const challenges = {
      'sign-in': () => offered(house),
      confirm: async () => (await call(house, askConfirmation, {}, { token })).body.options,
      'second-step': async () => {
        const { body } = await call(house, signIn, {
          body: { username: one.username, password: PASSWORD },
        });
        return (body as { passkey: Record<string, unknown> }).passkey;
      },
    };
    const uses = {
      'sign-in': (response: object) => enter(house, response),
      confirm: (response: object) =>
        call(house, confirmWithPasskey, { body: { response } }, { token }),
      'second-step': (passkey: object) =>
        call(house, signIn, { body: { username: one.username, password: PASSWORD, passkey } }),
    };
    for (const [made, ask] of Object.entries(challenges)) {
      for (const [used, send] of Object.entries(uses)) {
        await house.owner.query('delete from rate_limits');
        const { status } = await send(signWith(credential, await ask()));
        expect([made, used, status]).toEqual([made, used, made === used ? 200 : 422]);
      }
    }
    // What was asked in order to sign in makes no new key either.
    const { response } = makeCredential({
      challenge: (await offered(house)).challenge,
      rp: { id: 'localhost' },
      user: { id: 'AAAA' },
    });
    expect(
      await call(house, addPasskey, { body: { name: 'Chave', response } }, { token }),
    ).toMatchObject(refused);
  });
});
