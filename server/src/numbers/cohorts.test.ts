/** Tests the table of retention with the figures of the drawing. */
import { getCohorts } from '@ramal/contract/numbers/cohorts';
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { DRAWN_AT } from './drawn-business.fixtures.ts';
import { writeHistory } from './numbers.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';

/** Customers of each month of entry: at the entry, then at the end of each later month. */
const drawn: Readonly<Record<string, readonly number[]>> = {
  '2026-04': [34, 30, 28, 26, 25, 24, 23, 23],
  '2026-05': [29, 26, 24, 23, 22, 21, 20],
  '2026-06': [38, 34, 31, 30, 29, 27],
  '2026-07': [41, 37, 35, 33, 31],
  '2026-08': [36, 33, 31, 29],
  '2026-09': [44, 41, 38],
  '2026-10': [47, 43],
  '2026-11': [31],
};

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  ctx.clock.set(DRAWN_AT);
  seller = await person(ctx, { until: '2027-06-01T12:00:00Z' });
  for (const [month, counts] of Object.entries(drawn))
    for (let number = 0; number < counts[0]!; number += 1)
      await enter(
        month,
        counts.findLastIndex((count) => number < count),
        counts.length - 1,
      );
  await rollUpNumbers(ctx);
}, 120_000);
afterAll(() => ctx.close());

const day = (month: string, later: number, dayOfMonth: number): string => {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number! - 1 + later, dayOfMonth, 12)).toISOString();
};

/** Writes a customer who stays until after the end of the month `lastAge` months after the entry. */
const enter = (month: string, lastAge: number, running: number) =>
  writeHistory(ctx, {
    owner: seller,
    acts: [
      {
        at: day(month, 0, 10),
        kind: 'line-created',
        until: lastAge === running ? '2026-12-20T12:00:00Z' : day(month, lastAge + 1, 10),
        hundredths: 100,
      },
    ],
  });

const read = async () => (await call(ctx, getCohorts, {}, { token: seller.token })).body;

it('shows how many of each month of entry are still active', async () => {
  const { cohorts, total_customers } = await read();
  expect(total_customers).toBe(300);
  expect(
    Object.fromEntries(
      cohorts.map(({ month, customers, cells }) => [
        month,
        [customers, ...cells.map((cell) => cell.customers)],
      ]),
    ),
  ).toEqual(drawn);
  const [april] = cohorts;
  expect(april!.cells.map(({ share, running }) => [share, running])).toEqual([
    [8_824, false],
    [8_235, false],
    [7_647, false],
    [7_353, false],
    [7_059, false],
    [6_765, false],
    [6_765, true],
  ]);
});

it('leaves the running month out of the totals', async () => {
  const { all } = await read();
  expect(all.map((row) => [row.age, row.customers, row.of_customers])).toEqual([
    [1, 201, 222],
    [2, 149, 178],
    [3, 112, 142],
    [4, 76, 101],
    [5, 45, 63],
    [6, 23, 34],
    [7, 0, 0],
  ]);
  expect([all[0]!.share, all[2]!.share, all[5]!.share, all[6]!.share]).toEqual([
    9_054,
    7_887,
    6_765,
    null,
  ]);
});

it.each([
  ['numerator', 31],
  ['rest', 5],
  ['denominator', 36],
])('opens the %s of a cell as rows', async (part, count) => {
  const { body } = await call(
    ctx,
    listNumberRows,
    { params: { figure: 'cohort' as const }, query: { cohort: '2026-08', age: 2, part } },
    { token: seller.token },
  );
  expect([body.total, body.figure.numerator, body.figure.denominator]).toEqual([count, 31, 36]);
});
