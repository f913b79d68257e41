import { getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { getProfile, signOut } from '@ramal/contract/sessions';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makePanelServer } from '../app.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { person, session } from '../../test/accounts.ts';
import { endSignInsCte } from '../access/access.ts';

let ctx: TestContext;
/** A second server on the same database, which behaves like another process. */
let other: { server: TestContext['server'] };
beforeAll(async () => {
  ctx = await createTestContext();
  other = { server: await makePanelServer(ctx) };
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(async () => {
  await other.server.close();
  await ctx.close();
});

const ask = async (token: string | undefined, at: { server: TestContext['server'] } = ctx) => {
  const { status, body } = await call(at, getProfile, {}, { token });
  return [status, body.message];
};
const blacklisted = [401, 'The token has been blacklisted'];
const good = [200, undefined];

describe('the five token texts', () => {
  it('answers «Token not provided» without a token', async () => {
    expect(await ask(undefined)).toEqual([401, 'Token not provided']);
  });

  it('answers «Token has expired» after exactly twelve hours', async () => {
    const { token } = await person(ctx);
    ctx.clock.forward(12 * 3_600_000 - 1000);
    expect(await ask(token)).toEqual(good);
    ctx.clock.forward(1000);
    expect(await ask(token)).toEqual([401, 'Token has expired']);
  });

  it('answers «Token Signature could not be verified.» for a forged token', async () => {
    const { token } = await person(ctx);
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
    for (const forgedToken of forged)
      expect(await ask(forgedToken)).toEqual([401, 'Token Signature could not be verified.']);
  });

  it('answers «User not found» after the account was deleted', async () => {
    const { id, token } = await person(ctx);
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [id]);
    expect(await ask(token)).toEqual([401, 'User not found']);
  });

  it('answers «The token has been blacklisted» in every process after a sign-out', async () => {
    const { token, username } = await person(ctx);
    const elsewhere = await session(ctx, username);
    expect((await call(ctx, signOut, {}, { token })).status).toBe(200);
    expect(await ask(token, other)).toEqual(blacklisted);
    expect(await ask(token)).toEqual(blacklisted);
    expect(await ask(elsewhere.token)).toEqual(good);
  });

  it.each(['blocked_at', 'blocked_by_admin_at'])('… after a block (%s)', async (column) => {
    const { id, token } = await person(ctx);
    await ctx.owner.query(`update accounts set ${column} = now() where id = $1`, [id]);
    expect(await ask(token, other)).toEqual(blacklisted);
  });

  it('answers «The token has been blacklisted» after a password change', async () => {
    const [changed, untouched] = [await person(ctx), await person(ctx)];
    await ctx.db.tx((tx) =>
      tx.run(endSignInsCte([changed.id], 'password-changed', ctx.clock.now())),
    );
    expect(await ask(changed.token)).toEqual(blacklisted);
    expect(await ask(untouched.token)).toEqual(good);
  });

  it('answers «The token has been blacklisted» while sign-in is off for all but admins', async () => {
    const [admin, seller] = [await person(ctx, { profile: 'admin' }), await person(ctx)];
    await ctx.owner.query(`update flags set is_on = false where name = 'login'`);
    expect(await ask(seller.token)).toEqual(blacklisted);
    expect(await ask(admin.token)).toEqual(good);
    await ctx.owner.query(`update flags set is_on = true where name = 'login'`);
    expect(await ask(seller.token)).toEqual(good);
  });
});

describe('the registration password', () => {
  it('accepts a missing registration password and refuses that of another session', async () => {
    const { token, reg_password, username } = await person(ctx);
    const elsewhere = await session(ctx, username);
    const send = async (body: { reg_password?: string }) =>
      (await call(ctx, getIptvPackages, { body }, { token })).status;
    expect(await send({})).toBe(200);
    expect(await send({ reg_password })).toBe(200);
    expect(await send({ reg_password: elsewhere.reg_password })).toBe(403);
    expect(await send({ reg_password: 'outra' })).toBe(403);
  });
});

it('returns the current grants and functions of the account', async () => {
  const { token, id } = await person(ctx, { grants: ['lines.new-p2p'] });
  const before = await call(ctx, getProfile, {}, { token });
  expect(before.body).toMatchObject({
    grants: ['lines.new-p2p'],
    flags: { p2p: true, login: true },
  });
  await ctx.owner.query('delete from account_grants where account_id = $1', [id]);
  await ctx.owner.query(`update flags set is_on = false where name = 'p2p'`);
  const after = await call(ctx, getProfile, {}, { token });
  expect(after.body).toMatchObject({ grants: [], flags: { p2p: false, login: true } });
});
