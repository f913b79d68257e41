import { randomUUID } from 'node:crypto';
import { editReseller } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person, session } from '../../test/accounts.ts';
import { enrolAuthenticator } from '../../test/second-factor.ts';

let ctx: TestContext;
let admin: Person;
let parent: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  parent = await person(ctx);
});
afterAll(() => ctx.close());

const name = () => `conta-${randomUUID().slice(0, 8)}`;
const edit = (actor: Person, id: number, body: Record<string, unknown>) =>
  call(
    ctx,
    editReseller,
    { params: { id }, body: { username: name(), email: '92955550118', ...body } },
    { token: actor.token },
  );

const account = async (id: number) => {
  const { search: _, ...columns } = (
    await ctx.owner.query('select * from accounts where id = $1', [id])
  ).rows[0];
  return columns;
};

describe('editing an account below', () => {
  it('changes name and contact at any depth and records only the changes', async () => {
    const child = await person(ctx, { parent });
    const grandchild = await person(ctx, { parent: child, username: name() });
    const reply = await edit(parent, grandchild.id, {
      username: grandchild.username,
      email: '+55 92 95555-0118',
      email_contact: 'contato@nortetv.com.br',
    });
    expect(reply.status).toBe(200);
    expect(reply.body.message).toBe('Revenda alterada com sucesso');
    expect(reply.body.data).toMatchObject({
      username: grandchild.username,
      email: '5592955550118',
      email_contact: 'contato@nortetv.com.br',
      owner_id: child.id,
      is_direct: false,
    });
    const { rows } = await ctx.owner.query(
      'select kind, before, after from events where account_id = $1',
      [grandchild.id],
    );
    expect(rows).toContainEqual({
      kind: 'reseller-edited',
      before: { whatsapp: null, email: null },
      after: { whatsapp: '5592955550118', email: 'contato@nortetv.com.br' },
    });
  });

  it('removes an e-mail that is sent as an empty text', async () => {
    const child = await person(ctx, { parent });
    await edit(parent, child.id, { email_contact: 'um@dois.com' });
    // An absent e-mail keeps the stored one; only an empty text removes it.
    expect((await edit(parent, child.id, {})).body.data.email_contact).toBe('um@dois.com');
    await edit(parent, child.id, { email_contact: '' });
    expect((await account(child.id)).email).toBeNull();
  });

  it('keeps the password without a typed one and ends the sessions with a new one', async () => {
    const child = await person(ctx, { parent });
    const request = async () =>
      (await call(ctx, getProfile, {}, { token: child.token })).body.message;
    const { username } = (await edit(parent, child.id, {})).body.data;
    expect(await request()).toBeUndefined();
    await edit(parent, child.id, { username, password: 'outra-senha-9' });
    expect(await request()).toBe('The token has been blacklisted');
    expect(await session(ctx, username, 'outra-senha-9')).toHaveProperty('token');
    await expect(session(ctx, username)).rejects.toThrow('Usuário ou senha incorretos.');
    const { rows } = await ctx.owner.query('select after from events where account_id = $1', [
      child.id,
    ]);
    expect(rows).toContainEqual({ after: { passwordChanged: true } });
    expect(JSON.stringify(rows)).not.toContain('outra-senha-9');
  });

  it('refuses a taken name but accepts another case of the own name', async () => {
    const child = await person(ctx, { parent, username: name() });
    const taken = await edit(parent, child.id, { username: admin.username.toUpperCase() });
    expect([taken.status, taken.body.code]).toEqual([422, 'account_taken']);
    expect((await edit(parent, child.id, { username: child.username.toUpperCase() })).status).toBe(
      200,
    );
  });

  it('requires a name and a WhatsApp number', async () => {
    const child = await person(ctx, { parent });
    const body = { username: '', email: '' };
    expect((await edit(parent, child.id, body)).body.fields).toEqual({
      username: 'O campo Usuário é necessário.',
      email: 'O campo WhatsApp é necessário.',
    });
    expect((await edit(parent, child.id, { email: '0' })).body.fields).toEqual({
      email: 'O campo WhatsApp é necessário.',
    });
    expect((await edit(parent, child.id, { password: 'com;ponto-e-virgula' })).body.fields).toEqual(
      {
        password: 'A senha não pode conter alguns caracteres especiais',
      },
    );
  });

  it('does not change owner or profile or credits or blocks', async () => {
    const child = await person(ctx, { parent, balance: 100 });
    const before = await account(child.id);
    const foreign = {
      owner_id: 1,
      profile: 'admin',
      credits: 99,
      status: 0,
      id_franchise: 1,
      isMaster: 0,
    };
    await edit(parent, child.id, { ...foreign, username: child.username });
    expect(await account(child.id)).toEqual({ ...before, whatsapp: '5592955550118' });
  });
});

describe('editing an account that is not below', () => {
  it('finds no account outside the tree and refuses accounts that the caller may not change', async () => {
    const child = await person(ctx, { parent });
    const stranger = await person(ctx);
    for (const [actor, id] of [
      [child, parent.id],
      [stranger, child.id],
      [parent, admin.id],
      [parent, 123_456_789],
    ] as const) {
      const reply = await edit(actor, id, {});
      expect([reply.status, reply.body.code]).toEqual([404, 'reseller_not_found']);
    }
    const self = await edit(child, child.id, {});
    expect([self.status, self.body.code]).toEqual([403, 'forbidden']);
  });

  it('lets an admin change every account but not its own password', async () => {
    const other = await person(ctx, { profile: 'admin' });
    expect((await edit(other, admin.id, { username: admin.username })).status).toBe(200);
    expect((await edit(admin, other.id, { password: 'nova-senha-1' })).status).toBe(200);
    const me = await person(ctx, { profile: 'admin' });
    expect((await edit(me, me.id, {})).status).toBe(200);
    expect((await edit(me, me.id, { password: 'nova-senha-1' })).body.code).toBe('forbidden');
  });

  it('requires an admin’s code for a password but not for a contact (Q-STOLENSESSION)', async () => {
    const me = await person(ctx, { profile: 'admin' });
    const { code } = await enrolAuthenticator(ctx, me);
    const other = await person(ctx, { profile: 'admin' });
    const below = await person(ctx, { parent: me });
    const body = { password: 'nova-senha-1' };
    const entered = () =>
      session(ctx, other.username, body.password).then(
        () => true,
        () => false,
      );
    const missing = await edit(me, other.id, { ...body, username: other.username });
    expect([missing.status, missing.body.code]).toEqual([422, 'code_2fa_missing']);
    expect(await entered()).toBe(false);
    const code_2fa = await code();
    const shown = { ...body, username: other.username, code_2fa };
    expect((await edit(me, other.id, shown)).status).toBe(200);
    expect(await entered()).toBe(true);
    expect((await edit(me, other.id, shown)).body.code).toBe('code_2fa_wrong');
    expect((await edit(me, other.id, { username: other.username })).status).toBe(200);
    const taken = await edit(me, below.id, { ...body, username: below.username });
    expect(taken.body.code).toBe('code_2fa_missing');
  });
});
