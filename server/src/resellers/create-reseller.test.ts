import { createHash, randomUUID } from 'node:crypto';
import { createReseller, listResellers } from '@ramal/contract/resellers/resellers';
import { signIn } from '@ramal/contract/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, readAccountBalance, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const form = (body: Record<string, unknown> = {}) => ({
  username: `nova-${randomUUID().slice(0, 8)}`,
  password: 'abrir-conta-1',
  credits: 0,
  ...body,
});

const create = (actor: Person, body: Record<string, unknown>, key?: string) =>
  call(ctx, createReseller, { body }, { token: actor.token, ...(key ? { key } : {}) });

const accountsNow = async () =>
  (await ctx.owner.query('select count(*)::int as n from accounts')).rows[0]!.n;

describe('a reseller makes one below', () => {
  it('takes the opening credits from the reseller’s own balance', async () => {
    const parent = await person(ctx, { balance: 5000 });
    const reply = await create(parent, form({ username: 'nortetv', credits: 20.5, sale: 6.5 }));
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ username: 'nortetv', credits: 20.5, balance: 29.5 });
    expect(await readAccountBalance(ctx, parent.id)).toBe(2950);
    expect(await readAccountBalance(ctx, reply.body.id)).toBe(2050);
    const { rows } = await ctx.owner.query(
      'select reason, amount, unit_price_cents, from_balance, to_balance, actor_id from entries where account_id = $1',
      [reply.body.id],
    );
    expect(rows).toEqual([
      {
        reason: 'opening-credits',
        amount: '2050',
        unit_price_cents: '650',
        from_balance: '2950',
        to_balance: '2050',
        actor_id: String(parent.id),
      },
    ]);
  });

  it('creates the account below its parent with the same franchise and a top-up of today', async () => {
    const parent = await person(ctx, { balance: 1000, parent: await person(ctx) });
    await ctx.owner.query('update accounts set id_franchise = 3 where id = $1', [parent.id]);
    const { body } = await create(
      parent,
      form({ credits: 10, email: '+55 (92) 95555-0118', email_contact: 'a@b.com' }),
    );
    const { rows } = await ctx.owner.query('select * from accounts where id = $1', [body.id]);
    const path = (
      await ctx.owner.query('select ancestors from accounts where id = $1', [parent.id])
    ).rows[0].ancestors;
    expect(rows[0]).toMatchObject({
      parent_id: String(parent.id),
      ancestors: [...path, String(body.id)],
      profile: 'reseller',
      id_franchise: 3,
      whatsapp: '5592955550118',
      email: 'a@b.com',
      last_topup_at: new Date(TODAY),
    });
  });

  it('returns the panel’s URL and accepts the typed password of the new account', async () => {
    const parent = await person(ctx, { balance: 1000 });
    const input = form();
    const reply = await call(
      ctx,
      createReseller,
      { body: input },
      { token: parent.token, headers: { host: 'painel.exemplo.com.br' } },
    );
    expect(reply.body.panel_url).toBe('http://painel.exemplo.com.br');
    const signed = await call(ctx, signIn, {
      body: { username: input.username, password: input.password },
    });
    expect(signed.body).toMatchObject({ id: reply.body.id });
  });

  it('creates an account without credits and records no entry and no top-up', async () => {
    const { body } = await create(await person(ctx), form({ credits: 0 }));
    const { rows } = await ctx.owner.query('select id from entries where account_id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([]);
    const account = await ctx.owner.query('select last_topup_at from accounts where id = $1', [
      body.id,
    ]);
    expect(account.rows[0].last_topup_at).toBeNull();
    expect(await readAccountBalance(ctx, body.id)).toBe(0);
  });

  it('refuses opening credits above the balance and stores nothing', async () => {
    const parent = await person(ctx, { balance: 999 });
    const before = await accountsNow();
    const reply = await create(parent, form({ credits: 10 }));
    expect([reply.status, reply.body.code]).toEqual([422, 'insufficient_credits']);
    expect(await accountsNow()).toBe(before);
    expect(await readAccountBalance(ctx, parent.id)).toBe(999);
  });

  it('records the creator and the account without the password', async () => {
    const parent = await person(ctx, { balance: 1000 });
    const { body } = await create(parent, form({ credits: 10, password: 'nunca-gravada-1' }));
    const { rows } = await ctx.owner.query('select * from events where account_id = $1', [body.id]);
    expect(rows).toMatchObject([
      {
        kind: 'reseller-created',
        actor_id: String(parent.id),
        after: { username: body.username, hundredths: 1000 },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('nunca-gravada-1');
  });
});

describe('an admin', () => {
  it('issues the opening credits that an admin gives', async () => {
    const reply = await create(admin, form({ credits: 1000 }));
    expect(reply.body).toMatchObject({ credits: 1000, balance: null });
    expect(await readAccountBalance(ctx, reply.body.id)).toBe(100_000);
    const { rows } = await ctx.owner.query(
      `select w.kind from entries e join wallets w on w.id = e.from_wallet where e.account_id = $1`,
      [reply.body.id],
    );
    expect(rows).toEqual([{ kind: 'issuance' }]);
  });

  it('lets only an admin create a franchise and set its number', async () => {
    const reply = await create(admin, form({ profile: 'franchise', id_franchise: 4 }));
    const { rows } = await ctx.owner.query(
      'select profile, id_franchise from accounts where id = $1',
      [reply.body.id],
    );
    expect(rows).toEqual([{ profile: 'franchise', id_franchise: 4 }]);

    for (const profile of ['reseller', 'franchise'] as const) {
      const other = await person(ctx, { profile });
      for (const field of [{ profile: 'franchise' }, { id_franchise: 1 }]) {
        const refused = await create(other, form(field));
        expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
      }
    }
  });

  it('refuses to create another admin', async () => {
    const reply = await create(admin, form({ profile: 'admin' }));
    expect([reply.status, reply.body.fields]).toEqual([
      422,
      { profile: 'O campo Perfil não esta no formato correto.' },
    ]);
  });
});

describe('input of the form', () => {
  it('ignores fields that only the server sets', async () => {
    const parent = await person(ctx, { balance: 1000 });
    const foreign = {
      owner_id: admin.id,
      parent_id: admin.id,
      status: 0,
      block_admin: 1,
      is_master: 0,
      id: 1,
      ancestors: [],
    };
    const { body } = await create(parent, form({ ...foreign, days_until_due: 30 }));
    const { rows } = await ctx.owner.query('select * from accounts where id = $1', [body.id]);
    expect(rows[0]).toMatchObject({
      parent_id: String(parent.id),
      blocked_at: null,
      is_master: true,
    });
    expect(body.id).not.toBe(1);
  });

  it('requires user name and password and credits', async () => {
    const reply = await create(await person(ctx), {});
    expect([reply.status, reply.body.message]).toEqual([
      422,
      'Por favor, preencha todos os campos corretamente',
    ]);
    expect(reply.body.fields).toEqual({
      username: 'O campo Usuário é necessário.',
      password: 'O campo Senha é necessário.',
      credits: 'O campo Créditos é necessário.',
    });
  });

  it.each([`com"aspas`, `com'aspas`, 'com;ponto', 'com:dois-pontos'])(
    'keeps %s out of passwords',
    async (password) => {
      const reply = await create(await person(ctx), form({ password }));
      expect(reply.body.fields).toEqual({
        password: 'A senha não pode conter alguns caracteres especiais',
      });
    },
  );

  it('requires eight characters in a password', async () => {
    const reply = await create(await person(ctx), form({ password: '1234567' }));
    expect(reply.body.fields).toEqual({ password: 'O campo Senha esta incompleto.' });
  });

  it('requires a unique name regardless of case and deleted accounts', async () => {
    const parent = await person(ctx, { balance: 1000 });
    const { body } = await create(parent, form({ username: 'Casa.da-TV' }));
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [body.id]);
    const again = await create(parent, form({ username: 'casa.DA-tv', credits: 10 }));
    expect([again.status, again.body.code]).toEqual([422, 'account_taken']);
    expect(again.body.fields).toEqual({ username: 'Já existe uma conta com este usuário.' });
    expect(await readAccountBalance(ctx, parent.id)).toBe(1000);
  });

  it('refuses an invalid amount of credits', async () => {
    const parent = await person(ctx, { balance: 100_000 });
    const before = await accountsNow();
    for (const credits of [
      '-10',
      '0.1e1',
      '"dez"',
      '30.000000000000004',
      '9007199254740993',
      '1e309',
      'null',
      '[10]',
      '0.001',
    ]) {
      const response = await ctx.server.inject({
        method: 'POST',
        url: '/api/reg-users',
        headers: { authorization: `Bearer ${parent.token}`, 'content-type': 'application/json' },
        payload: `{"username":"valor-${randomUUID().slice(0, 8)}","password":"abrir-conta-1","credits":${credits}}`,
      });
      const expected = credits === '0.1e1' ? 200 : 422;
      expect([credits, response.statusCode]).toEqual([credits, expected]);
    }
    expect(await accountsNow()).toBe(before + 1);
    expect(await readAccountBalance(ctx, parent.id)).toBe(99_900);
  });
});

describe('the same form sent again', () => {
  it('creates one account for repeated calls and returns the first response', async () => {
    const parent = await person(ctx, { balance: 5000 });
    const input = form({ credits: 10 });
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(parent, input, key)));
    expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 20 }, () => 200));
    for (const reply of replies) expect(reply.body).toEqual(replies[0]!.body);
    expect(await readAccountBalance(ctx, parent.id)).toBe(4000);
    const list = await call(ctx, listResellers, {}, { token: parent.token });
    expect(list.body.total).toBe(1);
  });

  it('stores nothing from which a stolen table reveals the password', async () => {
    const input = form();
    await create(admin, input, randomUUID());
    const response = createReseller.body.parse(input);
    const guess = createHash('sha256').update(
      JSON.stringify(['create-reseller', undefined, response]),
    );
    const { rows } = await ctx.owner.query<{ guessed: boolean }>(
      'select fingerprint = $2 as guessed from idempotency_keys where account_id = $1',
      [admin.id, guess.digest()],
    );
    expect(rows).toEqual([{ guessed: false }]);
  });

  it('refuses other data under the same key and accepts the key after a refusal', async () => {
    const parent = await person(ctx, { balance: 1000 });
    const key = randomUUID();
    const input = form({ credits: 20 });
    expect((await create(parent, input, key)).body.code).toBe('insufficient_credits');
    expect((await create(parent, { ...input, credits: 10 }, key)).status).toBe(200);
    const other = await create(parent, { ...input, credits: 11 }, key);
    expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
    expect(await readAccountBalance(ctx, parent.id)).toBe(0);
  });
});
