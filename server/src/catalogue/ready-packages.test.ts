import {
  createPackage,
  editPackage,
  listPackages,
} from '@ramal/contract/catalogue/catalogue-packages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { expectNoLostChange } from '../../test/two-editors.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const as = () => ({ token: admin.token });
// A migration inserts bouquets with these ids.
const [firstBouquet, other] = [1, 2];
const create = async (name: string) =>
  (
    await call(
      ctx,
      createPackage,
      { body: { name, max_connections: 1, bouquet_ids: [firstBouquet] } },
      as(),
    )
  ).body;
const edit = (id: number, body: { name: string; bouquet_ids: number[]; version?: string }) =>
  call(ctx, editPackage, { params: { id }, body: { max_connections: 1, ...body } }, as());
const listed = async (id: number) =>
  (await call(ctx, listPackages, {}, as())).body.find((readyPackage) => readyPackage.id === id)!;

it('rejects an edit if another admin edited the package in the meantime', async () => {
  const { id } = await create('Família');
  await expectNoLostChange({
    version: (await listed(id)).version,
    save: async (name, version) => {
      const { status, body } = await edit(id, {
        name,
        bouquet_ids: [firstBouquet],
        ...(version === undefined ? {} : { version }),
      });
      return { status, ...body };
    },
    read: async () => {
      const { name, version } = await listed(id);
      return [name, version];
    },
  });
});

it('rejects an edit if only the bouquets changed in the meantime, but not after a sale', async () => {
  const { id, name, version } = await create('Casal');
  const seller = await person(ctx, { parent: admin, balance: 10_000 });
  await line(ctx, seller, { package: id });
  expect((await edit(id, { name, bouquet_ids: [firstBouquet, other], version })).status).toBe(200);
  const { body } = await edit(id, { name: 'Casal novo', bouquet_ids: [firstBouquet], version });
  expect(body.code).toBe('changed_meanwhile');
  expect(await listed(id)).toMatchObject({ name: 'Casal', bouquet_ids: [firstBouquet, other] });
});
