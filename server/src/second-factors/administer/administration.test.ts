/** Tests that admins list the second factors of all accounts and remove them. */
import { listResellers } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import {
  confirmSecondFactor,
  listSecondFactors,
  removeSecondFactor,
} from '@ramal/contract/second-factors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person, session } from '../../../test/accounts.ts';
import {
  aPasskey,
  enrolAuthenticator,
  readAccountEvents,
  secondProcess,
} from '../../../test/second-factor.ts';

let ctx: TestContext;
let other: Awaited<ReturnType<typeof secondProcess>>;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  other = await secondProcess(ctx);
  admin = await person(ctx, { profile: 'admin', username: 'administradora' });
});
afterAll(async () => {
  await other.close();
  await ctx.close();
});

const remove = (id: number, by = admin, query: object = {}) =>
  call(ctx, removeSecondFactor, { params: { id }, query }, by);
const limited = async (id: number) => {
  const count = (table: string) =>
    `(select count(*)::int from ${table} where account_id = $1) as ${table}`;
  const { rows } = await ctx.owner.query(
    `select totp_secret is not null or totp_pending is not null as code, ${count('recovery_codes')},
      ${count('passkeys')}, ${count('confirmations')}, ${count('passkey_challenges')}
     from accounts where id = $1`,
    [id],
  );
  return rows[0];
};
const nothing = {
  code: false,
  recovery_codes: 0,
  passkeys: 0,
  confirmations: 0,
  passkey_challenges: 0,
};

describe('taking a second factor away', () => {
  it.each([
    ['no factor', false, false],
    ['an authenticator', true, false],
    ['a passkey', false, true],
  ])(
    'is offered by the row of an account exactly if the call accepts it: %s',
    async (...factors) => {
      const [, withCode, withPasskey] = factors;
      const account = await person(ctx, { parent: admin });
      if (withCode) await enrolAuthenticator(ctx, account);
      if (withPasskey) await aPasskey(ctx, account);
      const { body } = await call(
        ctx,
        listResellers,
        { query: { searchID: String(account.id) } as never },
        { token: admin.token },
      );
      expect(body.data[0]).toMatchObject({
        has_2fa: withCode || withPasskey ? 1 : 0,
        has_authenticator: withCode ? 1 : 0,
      });
      expect((await remove(account.id)).status).toBe(withCode || withPasskey ? 200 : 409);
    },
  );

  it('deletes the whole second factor and ends the sessions in every process', async () => {
    const account = await person(ctx, { parent: admin });
    await enrolAuthenticator(ctx, account);
    await aPasskey(ctx, account);
    await ctx.owner.query(
      `insert into confirmations values ('\\x01', $1::bigint, now() + interval '1 minute')`,
      [account.id],
    );
    await ctx.owner.query(
      `insert into passkey_challenges values ('c', 'confirm', $1::bigint, 'h', now() + interval '1 minute')`,
      [account.id],
    );
    const neighbour = await person(ctx);
    await enrolAuthenticator(ctx, neighbour);
    expect((await remove(account.id)).status).toBe(200);
    expect(await limited(account.id)).toEqual(nothing);
    expect(await limited(neighbour.id)).toMatchObject({ code: true, recovery_codes: 10 });
    const response = await call(other, getProfile, {}, { token: account.token });
    expect(response.body.message).toBe('The token has been blacklisted');
    expect((await call(ctx, getProfile, {}, { token: neighbour.token })).status).toBe(200);
    const { rows } = await ctx.owner.query(
      'select distinct ended_because from sign_ins where account_id = $1',
      [account.id],
    );
    expect(rows).toEqual([{ ended_because: 'second-factor-removed' }]);
    expect((await session(ctx, account.username)).token).toBeTruthy();
    expect((await remove(account.id)).body.code).toBe('second_factor_missing');
    const removed = (await readAccountEvents(ctx, account.id)).filter(
      ({ kind }) => kind === 'second-factor-removed',
    );
    expect(removed).toHaveLength(1);
  });

  it('removes the factor of another admin but never the own one', async () => {
    const colleague = await person(ctx, { profile: 'admin' });
    await enrolAuthenticator(ctx, colleague);
    expect((await remove(colleague.id)).status).toBe(200);
    const careless = await person(ctx, { profile: 'admin' });
    const phone = await enrolAuthenticator(ctx, careless);
    const ownRemoval = await remove(careless.id, careless, { code_2fa: await phone.code() });
    expect([ownRemoval.status, ownRemoval.body.code]).toEqual([403, 'forbidden']);
    expect(await limited(careless.id)).toMatchObject({ code: true, recovery_codes: 10 });
  });

  it('finds no deleted account', async () => {
    const gone = await person(ctx);
    await enrolAuthenticator(ctx, gone);
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [gone.id]);
    expect((await remove(gone.id)).body.code).toBe('reseller_not_found');
    expect(await limited(gone.id)).toMatchObject({ code: true });
  });
});

describe('the list', () => {
  const list = async (query = {}) => (await call(ctx, listSecondFactors, { query }, admin)).body;
  let keyed: Person;
  let coded: Person;
  beforeAll(async () => {
    const owner = await person(ctx, { username: 'lista-dona' });
    keyed = await person(ctx, { username: 'lista-chave', parent: owner });
    coded = await person(ctx, { username: 'lista-código', parent: owner });
    await aPasskey(ctx, keyed);
    await enrolAuthenticator(ctx, coded);
    await ctx.owner.query(
      `insert into accounts (id, username, password_hash, profile, ancestors)
       select n, 'muitas-' || n, 'x', 'reseller', array[n] from generate_series(50000, 50119) n`,
    );
  });

  it('lists accounts with their factors and their parent', async () => {
    const { data } = await list({ search: 'LISTA-C' });
    expect(data).toEqual([
      { id: keyed.id, username: 'lista-chave', owner: 'lista-dona', has2fa: false, passkeys: 1 },
      { id: coded.id, username: 'lista-código', owner: 'lista-dona', has2fa: true, passkeys: 0 },
    ]);
    expect((await list({ search: 'lista-codigo' })).data.map(({ id }) => id)).toEqual([coded.id]);
    expect((await list({ searchID: coded.id })).data.map(({ id }) => id)).toEqual([coded.id]);
    expect((await list({ search: String(coded.id) })).data.map(({ id }) => id)).toContain(coded.id);
    expect((await list({ search: 'lista', has2fa: true })).total).toBe(2);
    expect(
      (await list({ search: 'lista', has2fa: false })).data.map(({ username }) => username),
    ).toEqual(['lista-dona']);
    expect((await list({ search: '%' })).total).toBe(0);
  });

  it('finds an exact id first and never a part of an id', async () => {
    const idsFor = async (search: string) =>
      (await list({ search, sort: 'username' })).data.map(({ id }) => id);
    const digits = await person(ctx, { username: 'a-50007' });
    expect(await idsFor('50007')).toEqual([50_007, digits.id]);
    await ctx.owner.query(`update accounts set username = 'muitas' where id = 50007`);
    expect(await idsFor('5000')).not.toContain(50_007);
    expect(await idsFor('50007')).toEqual([50_007, digits.id]);
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [digits.id]);
    await ctx.owner.query(`update accounts set username = 'muitas-50007' where id = 50007`);
  });

  it('returns fifty accounts per page without the caller', async () => {
    const first = await list();
    expect(first.data).toHaveLength(50);
    const names = [];
    for (let page = 1; page <= first.last_page; page += 1)
      names.push(...(await list({ page })).data.map(({ username }) => username));
    expect(new Set(names).size).toBe(first.total);
    expect(names).toHaveLength(first.total);
    expect(names).toContain('muitas-50119');
    expect(names).not.toContain('administradora');
  });
});

it('uses only secret and code of a set-up', async () => {
  const account = await person(ctx);
  const refused = await call(ctx, confirmSecondFactor, { body: { token: '12345' } }, account);
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { secret: 'O campo Segredo é necessário.', token: 'O campo Código esta incompleto.' },
  ]);
});
