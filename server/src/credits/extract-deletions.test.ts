/**
 * Tests that movements of deletions and restorations have their own kinds in the statement
 * (Q-EXTRACT, Q-UNDO).
 */
import { deleteReseller, restoreReseller } from '@ramal/contract/resellers/reseller-acts';
import { getExtract } from '@ramal/contract/resellers/credits';
import { moveCredits } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { sumMovementMonths } from './movement-months.ts';

let ctx: TestContext;
let admin: Person;
let owner: Person;
let gone: Person;

beforeAll(async () => {
  ctx = await createTestContext();
  // The database sets the time of an entry, so the clock of the test must show the current time.
  ctx.clock.set(new Date().toISOString());
  admin = await person(ctx, { profile: 'admin', until: '2099-01-01T00:00:00Z' });
  owner = await person(ctx, { parent: admin, balance: 10_000, until: '2099-01-01T00:00:00Z' });
  gone = await person(ctx, { parent: owner, balance: 0, until: '2099-01-01T00:00:00Z' });
});
afterAll(() => ctx.close());

const sum = async () => {
  ctx.clock.set(new Date().toISOString());
  await sumMovementMonths(ctx);
};
const statement = async (query: Record<string, unknown> = {}) =>
  (await call(ctx, getExtract, { query }, { token: owner.token })).body;
const totals = async (query: Record<string, unknown> = {}) =>
  Object.fromEntries((await statement(query)).totals.map(({ type, amount }) => [type, amount]));

it('credits that a deletion brings back and its undoing takes are neither received nor sent', async () => {
  const sold = await call(
    ctx,
    moveCredits,
    { params: { id: gone.id }, body: { credits: 43, sale: 5 } },
    { token: owner.token },
  );
  expect(sold.status).toBe(200);
  await sum();
  const before = await totals();

  await call(ctx, deleteReseller, { params: { id: gone.id }, body: {} }, { token: admin.token });
  await sum();
  expect(await totals()).toEqual({ ...before, 'Devolução recebida': 43 });

  await call(ctx, restoreReseller, { params: { id: gone.id } }, { token: admin.token });
  await sum();
  expect(await totals()).toEqual({
    ...before,
    'Devolução recebida': 43,
    'Devolução desfeita': 43,
  });
  expect(await totals({ target: gone.id })).toEqual({
    Recebido: 43,
    Devolvido: 43,
    Restituído: 43,
  });
  const references = (await statement({ tree: true })).extracts.map(({ token }) => token);
  expect(new Set(references).size).toBe(references.length);
});

it('sums every month again after the kinds of movements have changed', async () => {
  const right = (await statement({ tree: true })).totals;
  await ctx.owner.query(
    `delete from movement_months where kind in ('recovered', 'undone', 'reinstated')`,
  );
  await ctx.owner.query(
    `insert into movement_months (month, account_id, kind, hundredths)
     select month, $1, 'reinstated', 700 from movement_months limit 1`,
    [owner.id],
  );
  await ctx.owner.query(
    `update movement_months_taken set kinds_version = 1, at = now() + interval '40 days'`,
  );
  await sum();
  expect((await statement({ tree: true })).totals).toEqual(right);
});
