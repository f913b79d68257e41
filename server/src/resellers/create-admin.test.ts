import { grantsOfAdmins } from '@ramal/contract/api/access';
import { createAdmin, createReseller } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, readAccountBalance, person, session } from '../../test/accounts.ts';
import { listEventsAbout, readTreePath } from '../../test/tree.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const create = (body: Record<string, unknown>, actor = admin) =>
  call(ctx, createAdmin, { body: { password: PASSWORD, ...body } }, { token: actor.token });

it('creates an admin at the top without wallet and grants that can sign in', async () => {
  const body = { username: 'Diretoria', email: '+55 11 95555-0101', email_contact: 'a@b.com.br' };
  const reply = await create(body);
  expect(reply.body).toMatchObject({
    message: 'Conta de administração cadastrada com sucesso',
    username: 'Diretoria',
    panel_url: expect.stringMatching(/^http/),
  });
  const { id } = reply.body;
  const { token } = await session(ctx, 'diretoria');
  expect((await call(ctx, getProfile, {}, { token })).body).toMatchObject({
    profile: 'admin',
    // An admin has the grants of all admins and no named grants.
    grants: [...grantsOfAdmins],
  });
  expect([await readTreePath(ctx, id), await readAccountBalance(ctx, id)]).toEqual([
    [],
    Number.NaN,
  ]);
  expect(await listEventsAbout(ctx, id)).toMatchObject([
    {
      kind: 'admin-created',
      actor: admin.id,
      after: { username: 'Diretoria', whatsapp: '5511955550101' },
    },
  ]);
  const input = { username: 'abaixo-da-diretoria', password: PASSWORD, credits: 30 };
  expect((await call(ctx, createReseller, { body: input }, { token })).status).toBe(200);
});

it('refuses a taken name and a bad password and everyone but admins', async () => {
  expect((await create({ username: admin.username.toUpperCase() })).body).toMatchObject({
    code: 'account_taken',
    fields: { username: 'Já existe uma conta com este usuário.' },
  });
  expect((await create({ username: 'outra', password: 'com;ponto-e-v' })).status).toBe(422);
  expect((await create({})).body.fields).toHaveProperty('username');
  const franchise = await person(ctx, { profile: 'franchise' });
  expect((await create({ username: 'outra' }, franchise)).body.code).toBe('forbidden');
});

it('creates one of two admins with the same name at the same time', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => create({ username: 'uma-so' })));
  expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422, 422]);
});
