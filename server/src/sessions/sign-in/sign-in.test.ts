import { getProfile, signIn } from '@ramal/contract/sessions';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD, person } from '../../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';

// Uses the real hash function and counts its calls.
vi.mock('@node-rs/argon2', { spy: true });

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

let addresses = 0;
const elsewhere = () => ({ address: `192.0.2.${(addresses += 1)}` });
const enter = (username: string, password = PASSWORD) =>
  call(ctx, signIn, { body: { username, password } }, elsewhere());
const events = async () => (await ctx.owner.query('select * from events order by id')).rows;

describe('signing in', () => {
  it('returns a token and the account and a registration password for this session only', async () => {
    const { id, username } = await person(ctx);
    const first = await enter(username);
    const second = await enter(username.toUpperCase());
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ id, username });
    if (!('crypt_pass' in first.body) || !('crypt_pass' in second.body))
      throw new Error('no session');
    expect(second.body.crypt_pass).not.toBe(first.body.crypt_pass);
    const profile = await call(ctx, getProfile, {}, { token: first.body.access_token });
    expect(profile.body).toMatchObject({
      id,
      username,
      profile: 'reseller',
      credits: 0,
      time_zone: 'America/Sao_Paulo',
      country: 'BR',
    });
  });

  it('accepts the alias of the call', async () => {
    const { username } = await person(ctx);
    const reply = await ctx.server.inject({
      method: 'POST',
      url: '/login',
      payload: { username, password: PASSWORD },
    });
    expect(reply.json()).toHaveProperty('access_token');
  });

  it('stores only hashes and records events without the typed values', async () => {
    const { id, username } = await person(ctx);
    const { body } = await enter(username);
    await enter(username, 'senha-errada-9');
    await enter('senha-no-campo-errado', 'x');
    const { rows } = await ctx.owner.query('select * from sign_ins where account_id = $1', [id]);
    const written = JSON.stringify([rows, await events()]);
    expect(body).toHaveProperty('access_token');
    for (const secret of [
      PASSWORD,
      'senha-errada-9',
      'senha-no-campo-errado',
      ...Object.values(body).filter(isLong),
    ]) {
      expect(written).not.toContain(secret);
    }
  });

  it('records sign-ins and refusals', async () => {
    const { id, username } = await person(ctx);
    await enter(username, 'senha-errada-9');
    const mine = (await events()).filter((event) => event.account_id === String(id));
    expect(mine.map(({ kind, after }) => [kind, after])).toEqual([
      ['signed-in', { how: 'password' }],
      ['sign-in-refused', { because: 'wrong_credentials' }],
    ]);
  });
});

describe('a refused sign-in', () => {
  it('returns the same error for an unknown user and a wrong password and a deleted account', async () => {
    const { username } = await person(ctx);
    const gone = await person(ctx);
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [gone.id]);
    const wrong = await enter(username, 'senha-errada-9');
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ code: 'wrong_credentials', title: 'Tivemos um problema' });
    expect((await enter('ninguem')).body).toEqual(wrong.body);
    expect((await enter(gone.username)).body).toEqual(wrong.body);
  });

  it('hashes once for an unknown user as for a wrong password', async () => {
    const { username } = await person(ctx);
    await enter('ninguem-ainda');
    const hashes = async (name: string) => {
      vi.mocked(verify).mockClear();
      await enter(name, 'senha-errada-9');
      return vi.mocked(verify).mock.calls.length;
    };
    expect([await hashes(username), await hashes('ninguem')]).toEqual([1, 1]);
  });

  it.each(['blocked_at', 'blocked_by_admin_at'])(
    'reports a block (%s) only after the right password',
    async (column) => {
      const { id, username } = await person(ctx);
      await ctx.owner.query(`update accounts set ${column} = now() where id = $1`, [id]);
      const right = await enter(username);
      expect([right.status, right.body.code]).toEqual([403, 'account_blocked']);
      expect((await enter(username, 'senha-errada-9')).body.code).toBe('wrong_credentials');
    },
  );

  it('names the missing fields', async () => {
    const reply = await call(ctx, signIn, { body: { username: '', password: '' } }, elsewhere());
    expect([reply.status, reply.body.fields]).toEqual([
      422,
      { username: 'O campo Usuário é necessário.', password: 'O campo Senha é necessário.' },
    ]);
  });
});

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > 20;
