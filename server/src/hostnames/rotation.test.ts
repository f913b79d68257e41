/**
 * Tests the rotation of a franchise: its order, the name in use, and the names in the links of its
 * network.
 */
import {
  deleteRotation,
  getRotation,
  saveRotation,
} from '@ramal/contract/operations/hostname-rotation';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { chooseHostname } from '../../test/choose-hostname.ts';

let ctx: TestContext;
let admin: Person;
let franchise: Person;
let seller: Person;
beforeEach(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  franchise = await person(ctx, { profile: 'franchise' });
  seller = await person(ctx, { parent: await person(ctx, { parent: franchise }) });
});
afterEach(() => ctx.close());

const save = (body: Record<string, unknown>) =>
  call(
    ctx,
    saveRotation,
    { body: { id_res: franchise.id, ...body } as never },
    { token: admin.token },
  );
const add = async (dns: string) => (await save({ dns })).body.id;
const rotation = async () =>
  (await call(ctx, getRotation, {}, { token: admin.token })).body.rotates.map(
    ({ dns, order, current }) => [dns, order, current],
  );
const answers = (id: number, state: 'up' | 'down') =>
  ctx.owner.query(
    `insert into probed_targets (kind, target_id, state, since, checked_at)
     values ('hostname', $1, $2, now(), now())
     on conflict (kind, target_id) do update set state = $2`,
    [id, state],
  );

it('adds a name at the end of the rotation of one franchise', async () => {
  const added = await save({ dns: 'R1.Aurora.top' });
  expect([added.status, added.body.message]).toEqual([
    200,
    'DNS para rodizio adicionada com sucesso!',
  ]);
  await add('r2.aurora.top');
  expect(await rotation()).toEqual([
    ['r1.aurora.top', 1, 1],
    ['r2.aurora.top', 2, 0],
  ]);
  const { franchises } = (await call(ctx, getRotation, {}, { token: admin.token })).body;
  expect(franchises).toEqual([{ id_res: franchise.id, dns: franchise.username }]);
  expect((await save({ dns: 'r3.aurora.top', id_res: seller.id })).body.code).toBe(
    'franchise_not_found',
  );
  expect((await save({ dns: 'r1.aurora.top' })).body.code).toBe('hostname_in_rotation');
});

it('uses the first answering name for the network and the next when it fails', async () => {
  const first = await add('r1.aurora.top');
  const second = await add('r2.aurora.top');
  expect(await chooseHostname(ctx.db, seller.id)).toBeNull();
  await answers(first, 'up');
  await answers(second, 'up');
  expect(await chooseHostname(ctx.db, seller.id)).toBe('r1.aurora.top');
  expect(await chooseHostname(ctx.db, franchise.id)).toBe('r1.aurora.top');
  await answers(first, 'down');
  expect(await chooseHostname(ctx.db, seller.id)).toBe('r2.aurora.top');
  expect(await rotation()).toEqual([
    ['r1.aurora.top', 1, 0],
    ['r2.aurora.top', 2, 1],
  ]);
});

it('changes the order of a rotation with the name in use first', async () => {
  await add('r1.aurora.top');
  await add('r2.aurora.top');
  const third = await add('r3.aurora.top');
  await save({ id: third, dns: 'r3.aurora.top', order: 2 });
  expect((await rotation()).map(([dns]) => dns)).toEqual([
    'r1.aurora.top',
    'r3.aurora.top',
    'r2.aurora.top',
  ]);
  await save({ id: third, dns: 'r3.aurora.top', current: 1 });
  expect((await rotation())[0]).toEqual(['r3.aurora.top', 1, 1]);
  expect((await save({ id: 999_999, dns: 'x.aurora.top' })).status).toBe(404);
});

it('removes a hostname from the rotation and from the links of descendants', async () => {
  const first = await add('r1.aurora.top');
  await answers(first, 'up');
  const taken = await call(ctx, deleteRotation, { params: { id: first } }, { token: admin.token });
  expect(taken.status).toBe(200);
  expect(await rotation()).toEqual([]);
  expect(await chooseHostname(ctx.db, seller.id)).toBeNull();
  const again = await call(ctx, deleteRotation, { params: { id: first } }, { token: admin.token });
  expect(again.body.code).toBe('hostname_not_found');
});

it('accepts a hostname of an admin but never of another reseller', async () => {
  await ctx.owner.query(
    `insert into hostnames (name, owner_id, state, created_at, price_cents, renews_itself)
     values ('casa.top', $1, 'active', now(), 900, true), ('alheio.top', $2, 'active', now(), null, false)`,
    [admin.id, seller.id],
  );
  expect((await save({ dns: 'casa.top' })).status).toBe(200);
  // Automatic renewal must be off, or the franchise would pay for renewals that it never requested.
  const { rows } = await ctx.owner.query(
    `select owner_id::int as owner, renews_itself as renews from hostnames where name = 'casa.top'`,
  );
  expect(rows).toEqual([{ owner: franchise.id, renews: false }]);
  expect((await save({ dns: 'alheio.top' })).body.code).toBe('hostname_elsewhere');
  expect(await rotation()).toEqual([['casa.top', 1, 1]]);
});

it('gives different places to names added at the same time', async () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.aurora.top`);
  const statuses = await Promise.all(names.map(async (dns) => (await save({ dns })).status));
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect((await rotation()).map(([, order]) => order)).toEqual([1, 2, 3, 4]);
});
