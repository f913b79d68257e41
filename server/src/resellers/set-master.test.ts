import { blockReseller, setMaster } from '@ramal/contract/resellers/reseller-acts';
import { createReseller, editReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, person } from '../../test/accounts.ts';
import { listEventsAbout } from '../../test/tree.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const set = (id: number, isMaster: unknown) =>
  call(ctx, setMaster, { params: { id }, body: { isMaster } }, { token: admin.token });

it('removes and gives the permission and records it in the history', async () => {
  const seller = await person(ctx);
  const taken = await set(seller.id, false);
  expect([taken.body.message, taken.body.data.is_master]).toEqual([
    'Revenda alterada com sucesso',
    0,
  ]);
  expect((await set(seller.id, '1')).body.data.is_master).toBe(1);
  expect(await listEventsAbout(ctx, seller.id)).toEqual([
    {
      kind: 'master-changed',
      before: { isMaster: true },
      after: { isMaster: false },
      actor: admin.id,
    },
    {
      kind: 'master-changed',
      before: { isMaster: false },
      after: { isMaster: true },
      actor: admin.id,
    },
  ]);
});

it('refuses actions on resellers below from the next request without the permission', async () => {
  const seller = await person(ctx, { balance: 10_000 });
  const child = await person(ctx, { parent: seller, balance: 5000 });
  const as = { token: seller.token };
  const params = { id: child.id };
  const acts = () =>
    Promise.all([
      call(
        ctx,
        createReseller,
        { body: { username: `sem-${child.username}`, password: PASSWORD, credits: 0 } },
        as,
      ),
      call(ctx, moveCredits, { params, body: { credits: 10, sale: 1 } }, as),
      call(
        ctx,
        editReseller,
        { params, body: { username: child.username, email: '5511900000001' } },
        as,
      ),
      call(ctx, blockReseller, { params, body: { reason: 'não pagou o mês' } }, as),
    ]);
  await set(seller.id, false);
  expect((await acts()).map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 4 }, () => [403, 'not_master']),
  );
  await set(seller.id, true);
  expect((await acts()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it('does not require the permission of an admin', async () => {
  const other = await person(ctx, { profile: 'admin' });
  await set(other.id, false);
  const body = { username: 'feita-por-admin', password: PASSWORD, credits: 0 };
  expect((await call(ctx, createReseller, { body }, { token: other.token })).status).toBe(200);
});
