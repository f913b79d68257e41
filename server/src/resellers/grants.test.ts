import { createReseller, getGrants, setGrants } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const give = (actor: Person, id: number, grants: unknown) =>
  call(ctx, setGrants, { params: { id }, body: { grants } }, { token: actor.token });

it('gives and removes grants with effect on the next request', async () => {
  const special = await person(ctx, { grants: ['games'] });
  const reply = await give(admin, special.id, ['extract.export', 'lines.new-p2p', 'lines.new-p2p']);
  expect(reply.body).toMatchObject({
    message: 'Permissões alteradas com sucesso',
    grants: ['lines.new-p2p', 'extract.export'],
  });
  const profile = await call(ctx, getProfile, {}, { token: special.token });
  expect(profile.body.grants.toSorted()).toEqual(['extract.export', 'lines.new-p2p']);
  const read = await call(ctx, getGrants, { params: { id: special.id } }, { token: admin.token });
  expect(read.body).toEqual({
    id: special.id,
    username: special.username,
    grants: ['lines.new-p2p', 'extract.export'],
  });
});

it('gives configured grants to the accounts of these ids once (Q-SPECIALID)', async () => {
  const fresh = await createTestContext({ RAMAL_GRANT_HOLDERS: 'logs.export 2 9, games 2 3' });
  const first = await person(fresh, { profile: 'admin' });
  const by = { token: first.token };
  const made = async (username: string) => {
    const body = { username, password: PASSWORD, credits: 0 };
    return (await call(fresh, createReseller, { body }, by)).body.id;
  };
  const held = async (id: number) =>
    (await call(fresh, getGrants, { params: { id } }, by)).body.grants;
  const [second, third, fourth] = [await made('dois'), await made('tres'), await made('quatro')];
  expect([await held(second), await held(third), await held(fourth)]).toEqual([
    ['games', 'logs.export'],
    ['games'],
    [],
  ]);
  await call(fresh, setGrants, { params: { id: second }, body: { grants: [] } }, by);
  expect(await held(second)).toEqual([]);
  await fresh.close();
});

it('records the grants before and after a change', async () => {
  const special = await person(ctx, { grants: ['games'] });
  await give(admin, special.id, []);
  const { rows } = await ctx.owner.query(
    'select kind, actor_id::int as actor, before, after from events where account_id = $1',
    [special.id],
  );
  expect(rows).toContainEqual({
    kind: 'grants-changed',
    actor: admin.id,
    before: { grants: ['games'] },
    after: { grants: [] },
  });
});

it('keeps the time of grants that do not change', async () => {
  const special = await person(ctx, { grants: ['games'] });
  await ctx.owner.query(
    `update account_grants set given_at = '2026-01-01Z' where account_id = $1`,
    [special.id],
  );
  await give(admin, special.id, ['games', 'extras']);
  const { rows } = await ctx.owner.query(
    'select name, given_at from account_grants where account_id = $1 order by name',
    [special.id],
  );
  expect(rows).toMatchObject([
    { name: 'extras' },
    { name: 'games', given_at: new Date('2026-01-01Z') },
  ]);
});

it('stores one complete selection of two admins that save at the same time', async () => {
  const special = await person(ctx);
  const choices = [['games', 'extras'], ['logs.export'], ['dns.fixed', 'games']];
  await Promise.all(choices.map((choice) => give(admin, special.id, choice)));
  const { body } = await call(
    ctx,
    getGrants,
    { params: { id: special.id } },
    { token: admin.token },
  );
  expect(choices.map((choice) => choice.toSorted())).toContainEqual(body.grants.toSorted());
});

it('refuses everyone but admins', async () => {
  const parent = await person(ctx);
  const child = await person(ctx, { parent });
  for (const actor of [parent, await person(ctx, { profile: 'franchise' })]) {
    expect((await give(actor, child.id, ['games'])).status).toBe(403);
    expect(
      (await call(ctx, getGrants, { params: { id: child.id } }, { token: actor.token })).status,
    ).toBe(403);
  }
});

it('refuses unknown grants and accounts', async () => {
  const special = await person(ctx);
  expect((await give(admin, special.id, ['root'])).status).toBe(422);
  expect((await give(admin, special.id, undefined)).body.fields).toEqual({
    grants: 'O campo Permissões é necessário.',
  });
  expect((await give(admin, 987_654_321, [])).body.code).toBe('reseller_not_found');
  expect(
    (await call(ctx, getGrants, { params: { id: 987_654_321 } }, { token: admin.token })).status,
  ).toBe(404);
});
