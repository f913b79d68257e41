/** What happened stays: the database itself refuses to change an entry or an event, whoever asks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestHouse, openTestHouse } from '../../test/house.ts';
import { person } from '../../test/people.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
  const { id } = await person(house, { balance: 5000 });
  await house.owner.query(`insert into events (kind, account_id) values ('kept', $1)`, [id]);
});
afterAll(() => house.close());

const changes = [
  'update entries set amount = amount + 1',
  'update entries set note = note',
  'delete from entries',
  'truncate entries',
  `update events set kind = 'other'`,
  'delete from events',
  'truncate events',
];

describe.each([
  ['the app', /permission denied/, () => house.db.pool],
  ['the owner of the schema', /is append-only/, () => house.owner],
])('%s', (_who, refusal, pool) => {
  it.each(changes)('may not %s', async (change) => {
    await expect(pool().query(change)).rejects.toThrow(refusal);
  });

  it('finds everything as it was', async () => {
    const { rows } = await pool().query(
      `select (select count(*)::int from entries) as entries, (select sum(amount)::int from entries) as amount,
         (select count(*)::int from events where kind = 'kept') as events`,
    );
    expect(rows).toEqual([{ entries: 1, amount: 5000, events: 1 }]);
  });
});

it('a wallet never goes below zero, and none is made or lost by the app', async () => {
  await expect(
    house.db.pool.query('update wallets set balance = -1 where balance is not null'),
  ).rejects.toThrow('wallets_never_below_zero');
  await expect(house.db.pool.query('delete from wallets')).rejects.toThrow('permission denied');
});
