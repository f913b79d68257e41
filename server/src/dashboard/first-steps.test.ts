/**
 * Tests the first steps of a new account over HTTP. A step is complete when the stored data show
 * it. The list disappears when all steps are complete or the account dismissed it.
 */
import { dismissFirstSteps, getDashboard } from '@ramal/contract/dashboard';
import { saveMessageText } from '@ramal/contract/message-texts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const steps = async ({ token }: Person) =>
  (await call(ctx, getDashboard, {}, { token })).body.first_steps;
const done = async (who: Person) =>
  (await steps(who))?.filter((step) => step.done).map(({ name }) => name);

it('marks the completed steps of a seller and ends when all are completed', async () => {
  const seller = await person(ctx, { balance: 10_000 });
  expect((await steps(seller))?.map(({ name }) => name)).toEqual([
    'test',
    'sale',
    'whatsapp',
    'text',
    'reseller',
  ]);
  expect(await done(seller)).toEqual([]);
  await line(ctx, seller, { isOficial: false });
  expect(await done(seller)).toEqual(['test']);
  await line(ctx, seller, { whatsapp: '5511900000001' });
  expect(await done(seller)).toEqual(['test', 'sale', 'whatsapp']);
  const text = { body: { kind: 'receipt' as const, text: 'Oi {nome}' } };
  expect((await call(ctx, saveMessageText, text, { token: seller.token })).status).toBe(200);
  await person(ctx, { parent: seller });
  expect(await steps(seller)).toBeUndefined();
  await ctx.owner.query('delete from message_texts where account_id = $1', [seller.id]);
  expect(await steps(seller)).toBeUndefined();
});

it('offers steps for the operation to an admin and no reseller step to an account without resellers', async () => {
  const admin = await person(ctx, { profile: 'admin' });
  expect((await steps(admin))?.map(({ name }) => name)).toEqual([
    'catalogue',
    'package',
    'reseller',
    'second-factor',
  ]);
  expect(await done(admin)).toEqual([]);
  await ctx.owner.query(`insert into packages (name) values ('Família')`);
  await person(ctx, { parent: admin });
  expect(await done(admin)).toEqual(['package', 'reseller']);
  const alone = await person(ctx, { parent: admin });
  await ctx.owner.query('update accounts set is_master = false where id = $1', [alone.id]);
  expect((await steps(alone))?.map(({ name }) => name)).not.toContain('reseller');
});

it('dismisses the first steps once and only for the calling account', async () => {
  const [first, other] = [await person(ctx), await person(ctx)];
  for (let press = 0; press < 2; press += 1)
    expect((await call(ctx, dismissFirstSteps, {}, { token: first.token })).status).toBe(200);
  expect(await steps(first)).toBeUndefined();
  expect(await steps(other)).toHaveLength(5);
  const { rows } = await ctx.owner.query(
    `select id from events where kind = 'first-steps-dismissed' and account_id = $1`,
    [first.id],
  );
  expect(rows).toHaveLength(1);
});
