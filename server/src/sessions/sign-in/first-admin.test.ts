import { grants } from '@ramal/contract/api/access';
import { getProfile, signIn } from '@ramal/contract/sessions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { PASSWORD, person } from '../../../test/accounts.ts';
import { aPasskey, enrolAuthenticator } from '../../../test/second-factor.ts';
import { createFirstAdmin } from './first-admin.ts';
import { resetAdmin } from '../reset-admin.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

const enter = (username: string, password: string) =>
  call(ctx, signIn, { body: { username, password } });

describe('the first admin', () => {
  it('creates an admin with every grant in an empty database and lets it sign in', async () => {
    const created = await createFirstAdmin(ctx);
    expect(created).toMatchObject({
      username: 'admin',
      password: expect.stringMatching(/^[\w-]{16}$/),
    });
    const { body } = await enter('admin', created!.password!);
    if (!('access_token' in body)) throw new Error('no session');
    const profile = await call(ctx, getProfile, {}, { token: body.access_token });
    expect(profile.body).toMatchObject({ id: 1, profile: 'admin', credits: null });
    expect(profile.body.grants.toSorted()).toEqual([...grants].toSorted());
  });

  it('creates one admin for many processes that start at the same time', async () => {
    // The insert is slow, so that all calls check before the first one has written.
    await ctx.owner.query(`
      create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$;
      create trigger linger before insert on accounts for each row execute function linger()`);
    const all = await Promise.all(Array.from({ length: 6 }, () => createFirstAdmin(ctx)));
    expect(all.filter(Boolean)).toHaveLength(1);
    expect((await ctx.owner.query('select count(*)::int from accounts')).rows[0].count).toBe(1);
    expect(await createFirstAdmin(ctx)).toBeUndefined();
  });

  it('uses the configured name and password and does not print the password', async () => {
    const config = { ...ctx.config, adminUsername: 'chefe', adminPassword: 'escolhida-aqui' };
    expect(await createFirstAdmin({ ...ctx, config })).toEqual({
      username: 'chefe',
      password: undefined,
    });
    expect((await enter('chefe', 'escolhida-aqui')).body).toHaveProperty('access_token');
  });
});

describe('resetting an admin', () => {
  it('sets a new password and removes the second factor and ends the sessions', async () => {
    const { id, username, token } = await person(ctx, { profile: 'admin' });
    await enrolAuthenticator(ctx, { token });
    await aPasskey(ctx, { id });
    const password = await resetAdmin(ctx, username.toUpperCase());
    expect((await call(ctx, getProfile, {}, { token })).body.code).toBe('token_ended');
    expect((await enter(username, PASSWORD)).body.code).toBe('wrong_credentials');
    const { rows } = await ctx.owner.query(
      `select (select count(*)::int from passkeys) as passkeys, (select count(*)::int from recovery_codes) as codes`,
    );
    expect(rows).toEqual([{ passkeys: 0, codes: 0 }]);
    expect((await enter(username, password!)).body).toHaveProperty('access_token');
  });

  it('changes no account but admins', async () => {
    const { username } = await person(ctx);
    expect(await resetAdmin(ctx, username)).toBeUndefined();
    expect(await resetAdmin(ctx, 'ninguem')).toBeUndefined();
    expect((await enter(username, PASSWORD)).body).toHaveProperty('access_token');
  });
});
