import { getIptvPackages } from '@ramal/contract/iptv-lines';
import { getProfile, signOut } from '@ramal/contract/sessions';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makePanelServer } from '../app.ts';
import { TODAY, type TestHouse, call, openTestHouse } from '../../test/house.ts';
import { person, session } from '../../test/people.ts';
import { endingSignIns } from './end-sign-ins.ts';

let house: TestHouse;
/** Another process on the same database, as far as state goes. */
let other: { server: TestHouse['server'] };
beforeAll(async () => {
  house = await openTestHouse();
  other = { server: await makePanelServer(house) };
});
afterEach(() => house.clock.set(TODAY));
afterAll(async () => {
  await other.server.close();
  await house.close();
});

const ask = async (token: string | undefined, at: { server: TestHouse['server'] } = house) => {
  const { status, body } = await call(at, getProfile, {}, { token });
  return [status, body.message];
};
const blacklisted = [401, 'The token has been blacklisted'];
const good = [200, undefined];

describe('the five token texts', () => {
  it('Token not provided', async () => {
    expect(await ask(undefined)).toEqual([401, 'Token not provided']);
  });

  it('Token has expired, after twelve hours and not before', async () => {
    const { token } = await person(house);
    house.clock.forward(12 * 3_600_000 - 1000);
    expect(await ask(token)).toEqual(good);
    house.clock.forward(1000);
    expect(await ask(token)).toEqual([401, 'Token has expired']);
  });

  it('Token Signature could not be verified.', async () => {
    const { token } = await person(house);
    const [head, claims, signature] = token.split('.') as [string, string, string];
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    const foreign = await new SignJWT(JSON.parse(Buffer.from(claims, 'base64url').toString()))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32, 1));
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const forged = [
      foreign,
      `${head}.${claims}.${flipped}`,
      `${unsigned}.${claims}.`,
      'nada',
      'a.b.c',
    ];
    for (const one of forged)
      expect(await ask(one)).toEqual([401, 'Token Signature could not be verified.']);
  });

  it('User not found, once the account is deleted', async () => {
    const { id, token } = await person(house);
    await house.owner.query('update accounts set deleted_at = now() where id = $1', [id]);
    expect(await ask(token)).toEqual([401, 'User not found']);
  });

  it('The token has been blacklisted, on the next request of every process after a sign-out', async () => {
    const { token, username } = await person(house);
    const elsewhere = await session(house, username);
    expect((await call(house, signOut, {}, { token })).status).toBe(200);
    expect(await ask(token, other)).toEqual(blacklisted);
    expect(await ask(token)).toEqual(blacklisted);
    expect(await ask(elsewhere.token)).toEqual(good);
  });

  it.each(['blocked_at', 'blocked_by_admin_at'])('… after a block (%s)', async (column) => {
    const { id, token } = await person(house);
    await house.owner.query(`update accounts set ${column} = now() where id = $1`, [id]);
    expect(await ask(token, other)).toEqual(blacklisted);
  });

  it('… after a password change', async () => {
    const [changed, untouched] = [await person(house), await person(house)];
    await house.db.tx((tx) =>
      tx.run(endingSignIns([changed.id], 'password-changed', house.clock.now())),
    );
    expect(await ask(changed.token)).toEqual(blacklisted);
    expect(await ask(untouched.token)).toEqual(good);
  });

  it('… while sign-in is off, for everyone but admins', async () => {
    const [admin, seller] = [await person(house, { profile: 'admin' }), await person(house)];
    await house.owner.query(`update flags set is_on = false where name = 'login'`);
    expect(await ask(seller.token)).toEqual(blacklisted);
    expect(await ask(admin.token)).toEqual(good);
    await house.owner.query(`update flags set is_on = true where name = 'login'`);
    expect(await ask(seller.token)).toEqual(good);
  });
});

describe('the registration password', () => {
  it('may be left out, and is refused when it is not that of this sign-in', async () => {
    const { token, reg_password, username } = await person(house);
    const elsewhere = await session(house, username);
    const send = async (body: { reg_password?: string }) =>
      (await call(house, getIptvPackages, { body }, { token })).status;
    expect(await send({})).toBe(200);
    expect(await send({ reg_password })).toBe(200);
    expect(await send({ reg_password: elsewhere.reg_password })).toBe(403);
    expect(await send({ reg_password: 'outra' })).toBe(403);
  });
});

it('tells the holder of grants and functions as they are now', async () => {
  const { token, id } = await person(house, { grants: ['lines.new-p2p'] });
  const before = await call(house, getProfile, {}, { token });
  expect(before.body).toMatchObject({
    grants: ['lines.new-p2p'],
    flags: { p2p: true, login: true },
  });
  await house.owner.query('delete from account_grants where account_id = $1', [id]);
  await house.owner.query(`update flags set is_on = false where name = 'p2p'`);
  const after = await call(house, getProfile, {}, { token });
  expect(after.body).toMatchObject({ grants: [], flags: { p2p: false, login: true } });
});
