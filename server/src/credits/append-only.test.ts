/** Tests that the database rejects every UPDATE and DELETE of ledger entries and events. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { person } from '../../test/accounts.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
  const { id } = await person(ctx, { balance: 5000 });
  await ctx.owner.query(`insert into events (kind, account_id) values ('kept', $1)`, [id]);
});
afterAll(() => ctx.close());

const changes = [
  'update entries set amount = amount + 1',
  'update entries set note = note',
  'delete from entries',
  'truncate entries',
  `update events set kind = 'other'`,
  `select set_config('ramal.erasing', 'on', true); update events set kind = 'other'`,
  'delete from events',
  'truncate events',
];

describe.each([
  ['the app', /permission denied/, () => ctx.db.pool],
  ['the owner of the schema', /is append-only/, () => ctx.owner],
])('%s', (_who, refusal, pool) => {
  it.each(changes)('may not %s', async (change) => {
    await expect(pool().query(change)).rejects.toThrow(refusal);
  });

  it('leaves every row unchanged after the rejected statements', async () => {
    const { rows } = await pool().query(
      `select (select count(*)::int from entries) as entries, (select sum(amount)::int from entries) as amount,
         (select count(*)::int from events where kind = 'kept') as events`,
    );
    expect(rows).toEqual([{ entries: 1, amount: 5000, events: 1 }]);
  });
});

it('keeps every wallet at zero or above and lets the app neither create nor delete one', async () => {
  await expect(
    ctx.db.pool.query('update wallets set balance = -1 where balance is not null'),
  ).rejects.toThrow('wallets_never_below_zero');
  await expect(ctx.db.pool.query('delete from wallets')).rejects.toThrow('permission denied');
});
