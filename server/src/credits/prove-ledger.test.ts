/**
 * Tests the nightly check when months are closed: the stored proof of a month, and the damage that
 * the check must find.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { proveLedger } from './prove-ledger.ts';
import { verifyLedger } from './verify-ledger.ts';

let ctx: TestContext;
let seller: Person;
let logged: { level: number; msg: string }[];
let wallet: number;
const prove = () =>
  proveLedger({
    ...ctx,
    log: pino({}, { write: (text: string) => void logged.push(JSON.parse(text)) }),
  });

/** End of each month that has a partition, the oldest first. */
let ends: Date[];

beforeEach(async () => {
  logged = [];
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 0 });
  const { rows } = await ctx.owner.query(
    `select (select id from wallets where account_id = $1 and kind = 'balance')::int as wallet,
       array(select until from record_partitions('entries') where until is not null order by until) as ends`,
    [seller.id],
  );
  ({ wallet, ends } = rows[0]);
});
afterEach(() => ctx.close());

/**
 * Inserts an entry of this amount, a day before the end of a month. `lateMs` moves its time
 * relative to that end.
 */
async function receive(month: number, amount: number, lateMs = -DAY_MS): Promise<void> {
  await ctx.owner.query(
    `with taken as (
       update wallets set balance = balance + $2 where id = $1 returning balance
     )
     insert into entries (at, from_wallet, to_wallet, amount, to_balance, reason, actor_id)
     select $3, (select id from wallets where kind = 'issuance'), $1, $2, balance, 'credits-given', $4 from taken`,
    [wallet, amount, new Date(ends[month]!.getTime() + lateMs), seller.id],
  );
}

async function tamper(change: string): Promise<void> {
  const { rows } = await ctx.owner.query<{ name: string }>(
    `select name from record_partitions('entries')`,
  );
  const switchTriggers = (how: string): Promise<unknown> =>
    ctx.owner.query(
      ['entries', ...rows.map(({ name }) => name)]
        .map((name) => `alter table ${name} ${how} trigger user`)
        .join('; '),
    );
  await switchTriggers('disable');
  await ctx.owner.query(change);
  await switchTriggers('enable');
}

const closedMonths = async () =>
  (
    await ctx.owner.query(
      'select after_id::int as after, until_id::int as until, entries::int from ledger_months order by 1',
    )
  ).rows;

/** Writes entries of three months, of which two are closed. */
async function closeTwoMonths(): Promise<void> {
  for (const month of [0, 0, 1, 1, 2]) await receive(month, 100 + month);
  ctx.clock.set(new Date(ends[1]!.getTime() + 3 * DAY_MS).toISOString());
  expect(await prove()).toMatchObject({ entries: 5, sum: 0, drifted: [] });
  expect(await closedMonths()).toMatchObject([
    { after: 0, entries: 2 },
    { after: 2, entries: 2 },
  ]);
  ctx.clock.forward(DAY_MS);
}

/** Runs the check twice, because one run compares only one of the two closed months. */
async function proveTwice() {
  const first = await prove();
  ctx.clock.forward(DAY_MS);
  return [first, await prove()];
}

it('closes each month once, two days after its end, and adds up all entries', async () => {
  await receive(0, 100);
  ctx.clock.set(new Date(ends[0]!.getTime() + DAY_MS).toISOString());
  expect(await prove()).toMatchObject({ entries: 1, sum: 0, drifted: [] });
  expect(await closedMonths()).toEqual([]);

  ctx.clock.forward(2 * DAY_MS);
  await receive(1, 50);
  expect(await prove()).toMatchObject({ entries: 2, sum: 0, drifted: [] });
  expect(await closedMonths()).toMatchObject([{ entries: 1 }]);
  await receive(1, 7);
  expect(await prove()).toEqual(await verifyLedger(ctx));
  expect(await closedMonths()).toHaveLength(1);
  expect(logged.every(({ level }) => level === 30)).toBe(true);
});

it('counts an entry that was written after the first one of the next month', async () => {
  await receive(0, 100);
  await receive(1, 10);
  // This entry has a time before midnight, when its request began. It was written later, because
  // the request waited for the lock on the wallet.
  await receive(0, 20, -1);
  await receive(1, 30);
  ctx.clock.set(new Date(ends[0]!.getTime() + 3 * DAY_MS).toISOString());
  expect(await prove()).toMatchObject({ entries: 4, sum: 0, drifted: [] });
  expect(await closedMonths()).toMatchObject([{ entries: 1 }]);
  ctx.clock.set(new Date(ends[1]!.getTime() + 3 * DAY_MS).toISOString());
  expect(await prove()).toMatchObject({ entries: 4, sum: 0, drifted: [] });
  expect(await closedMonths()).toMatchObject([{ entries: 1 }, { entries: 3 }]);
});

it('does not close a month that is not consistent, and names the wallet', async () => {
  await receive(0, 100);
  await receive(0, 100);
  await tamper('update entries set to_balance = to_balance + 1 where to_balance = 100');
  ctx.clock.set(new Date(ends[0]!.getTime() + 3 * DAY_MS).toISOString());
  expect(await prove()).toMatchObject({ drifted: [wallet] });
  expect(await closedMonths()).toEqual([]);
});

it('finds a balance that was changed without an entry, also if all months are closed', async () => {
  await closeTwoMonths();
  await ctx.owner.query('update wallets set balance = balance + 1 where id = $1', [wallet]);
  expect(await prove()).toMatchObject({ sum: 1, drifted: [wallet] });
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'THE LEDGER IS INCONSISTENT' }));
});

it.each([
  ['an amount', 'update entries set amount = amount + 1 where id = 1'],
  ['an entry', 'delete from entries where id = 1'],
  ['a running balance', 'update entries set to_balance = to_balance + 1 where id = 3'],
])('finds %s that changed in a closed month when that month is compared', async (_, change) => {
  await closeTwoMonths();
  await tamper(change);
  const reports = await proveTwice();
  expect(reports).toContainEqual(expect.objectContaining({ drifted: [wallet] }));
  expect(logged).toContainEqual(
    expect.objectContaining({ msg: 'ENTRIES OF A CLOSED MONTH OF THE LEDGER HAVE CHANGED' }),
  );
  // Every run reports the change until an operator repairs it.
  logged = [];
  await proveTwice();
  expect(logged).toContainEqual(
    expect.objectContaining({ msg: 'ENTRIES OF A CLOSED MONTH OF THE LEDGER HAVE CHANGED' }),
  );
});

it('closes the months again if only the stored balances were changed', async () => {
  await closeTwoMonths();
  await ctx.owner.query('update ledger_balances set balance = balance + 5 where wallet_id = $1', [
    wallet,
  ]);
  expect(await prove()).toMatchObject({ sum: 0, drifted: [] });
  expect(await closedMonths()).toEqual([]);
  expect(await prove()).toMatchObject({ entries: 5, sum: 0, drifted: [] });
  expect(await closedMonths()).toHaveLength(2);
});
