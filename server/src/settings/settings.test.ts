import {
  flagActions,
  flagToggles,
  getSettings,
  toggleLogin,
  toggleTests,
  toggleXcloud,
} from '@ramal/contract/settings';
import { getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { getProfile, signIn } from '@ramal/contract/sessions';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, line, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeEach(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx);
});
afterEach(() => ctx.close());

const allOn = {
  tests: true,
  test_iptv: true,
  iptv: true,
  p2p: true,
  n_p2p: true,
  login: true,
  xcloud: true,
};

it('shows every account which functions are enabled', async () => {
  expect((await call(ctx, getSettings, {}, { token: seller.token })).body).toEqual(allOn);
});

it.each(flagToggles.map((toggle) => [toggle.name, toggle] as const))(
  'switches the function %s off and on again',
  async (_, toggle) => {
    const flag = flagActions[toggle.action];
    const off = await call(ctx, toggle, { body: {} }, { token: admin.token });
    expect(off.body).toEqual({ ...allOn, [flag]: false, message: 'Função alterada com sucesso!' });
    expect((await call(ctx, toggle, { body: {} }, { token: admin.token })).body).toMatchObject(
      allOn,
    );
  },
);

it('refuses everyone but admins and changes nothing', async () => {
  const franchise = await person(ctx, { profile: 'franchise' });
  for (const { token } of [seller, franchise]) {
    expect((await call(ctx, toggleTests, { body: {} }, { token })).body.code).toBe('forbidden');
  }
  expect((await call(ctx, getSettings, {}, { token: admin.token })).body).toEqual(allOn);
});

it('records the author of each change', async () => {
  await call(ctx, toggleTests, { body: {} }, { token: admin.token });
  const { rows } = await ctx.owner.query(
    `select actor_id::int, before, after from events where kind = 'function-switched'`,
  );
  expect(rows).toEqual([{ actor_id: admin.id, before: { tests: true }, after: { tests: false } }]);
});

it('removes X-CLOUD from every receipt while xcloud is off and nothing else (K-78)', async () => {
  const owner = await person(ctx, { parent: seller, balance: 1000 });
  const { id, links_Xcloud } = await line(ctx, owner);
  expect(links_Xcloud).toContain('XCloud');
  const links = async ({ token }: Person) =>
    (await call(ctx, getIptvLinks, { params: { id }, body: {} }, { token })).body;
  const before = await links(owner);
  await call(ctx, toggleXcloud, { body: {} }, { token: admin.token });
  const { links_Xcloud: _hidden, ...others } = before;
  expect(await links(owner)).toEqual(others);
  expect(await links(admin)).not.toHaveProperty('links_Xcloud');
  await call(ctx, toggleXcloud, { body: {} }, { token: admin.token });
  expect(await links(owner)).toEqual(before);
});

it('refuses all accounts but admins while login is off and accepts their sessions again after', async () => {
  await call(ctx, toggleLogin, { body: {} }, { token: admin.token });
  expect((await call(ctx, getProfile, {}, { token: seller.token })).body.code).toBe('token_ended');
  const refused = await call(ctx, signIn, {
    body: { username: seller.username, password: PASSWORD },
  });
  expect([refused.status, refused.body.code]).toEqual([403, 'login_closed']);
  const entered = await call(ctx, signIn, {
    body: { username: admin.username, password: PASSWORD },
  });
  expect(entered.body).toHaveProperty('access_token');
  await call(ctx, toggleLogin, { body: {} }, { token: admin.token });
  expect((await call(ctx, getProfile, {}, { token: seller.token })).status).toBe(200);
});
