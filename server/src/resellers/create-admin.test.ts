import { createAdmin, createReseller } from '@ramal/contract/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestHouse, call, openTestHouse } from '../../test/house.ts';
import { PASSWORD, type Person, balanceOf, person, session } from '../../test/people.ts';
import { happenedTo, pathOf } from '../../test/tree.ts';

let house: TestHouse;
let admin: Person;
beforeAll(async () => {
  house = await openTestHouse();
  admin = await person(house, { profile: 'admin' });
});
afterAll(() => house.close());

const create = (body: Record<string, unknown>, by = admin) =>
  call(house, createAdmin, { body: { password: PASSWORD, ...body } }, { token: by.token });

it('makes an admin at the top, without wallet and grants, that signs in', async () => {
  const body = { username: 'Diretoria', email: '+55 11 95555-0101', email_contact: 'a@b.com.br' };
  const reply = await create(body);
  expect(reply.body).toMatchObject({
    message: 'Conta de administração cadastrada com sucesso',
    username: 'Diretoria',
    panel_url: expect.stringMatching(/^http/),
  });
  const { id } = reply.body;
  const { token } = await session(house, 'diretoria');
  expect((await call(house, getProfile, {}, { token })).body).toMatchObject({
    profile: 'admin',
    grants: [],
  });
  expect([await pathOf(house, id), await balanceOf(house, id)]).toEqual([[], Number.NaN]);
  expect(await happenedTo(house, id)).toMatchObject([
    {
      kind: 'admin-created',
      actor: admin.id,
      after: { username: 'Diretoria', whatsapp: '5511955550101' },
    },
  ]);
  const made = { username: 'abaixo-da-diretoria', password: PASSWORD, credits: 30 };
  expect((await call(house, createReseller, { body: made }, { token })).status).toBe(200);
});

it('refuses a name that is taken, a bad password, and everyone but admins', async () => {
  expect((await create({ username: admin.username.toUpperCase() })).body).toMatchObject({
    code: 'account_taken',
    fields: { username: 'Já existe uma conta com este usuário.' },
  });
  expect((await create({ username: 'outra', password: 'com;ponto-e-v' })).status).toBe(422);
  expect((await create({})).body.fields).toHaveProperty('username');
  const franchise = await person(house, { profile: 'franchise' });
  expect((await create({ username: 'outra' }, franchise)).body.code).toBe('forbidden');
});

it('of two with one name at once, one is made', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => create({ username: 'uma-so' })));
  expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422, 422]);
});
