/** Tests that the months of the figures begin and end in the time zone of the installation. */
import { getCohorts } from '@ramal/contract/numbers/cohorts';
import { getNumbers } from '@ramal/contract/numbers/numbers';
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { afterAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { writeCharge, writeHistory } from './numbers.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';

const contexts: TestContext[] = [];
afterAll(() => Promise.all(contexts.map((context) => context.close())));

async function openIn(timeZone: string): Promise<{ ctx: TestContext; seller: Person }> {
  const ctx = await createTestContext({ RAMAL_TIMEZONE: timeZone });
  contexts.push(ctx);
  await ctx.owner.query(
    `create or replace function ramal_timezone() returns text language sql immutable parallel safe return '${timeZone}'`,
  );
  return { ctx, seller: await person(ctx, { until: '2027-06-01T12:00:00Z' }) };
}

/** A sale and a payment at a moment that is in October in one time zone and in November in another. */
const MOMENT = '2026-11-01T02:30:00Z';

it.each([
  ['America/Sao_Paulo', '2026-10', '2026-11'],
  ['Europe/Lisbon', '2026-11', '2026-10'],
  ['Asia/Tokyo', '2026-11', '2026-10'],
])('counts the sale of the last hours of October in %s in %s', async (zone, month, otherMonth) => {
  const { ctx, seller } = await openIn(zone);
  // Months are stored from the first customer on, so the test needs an earlier customer.
  await writeHistory(ctx, {
    owner: seller,
    acts: [
      {
        at: '2026-09-05T12:00:00Z',
        kind: 'line-created',
        until: '2026-12-05T12:00:00Z',
        hundredths: 300,
      },
    ],
  });
  const line = await writeHistory(ctx, {
    owner: seller,
    acts: [{ at: MOMENT, kind: 'line-created', until: '2026-12-20T12:00:00Z', hundredths: 100 }],
  });
  await writeCharge(ctx, { owner: seller, line, cents: 3_500, months: 1, paidAt: MOMENT });
  ctx.clock.set('2026-11-20T15:00:00Z');
  await rollUpNumbers(ctx);
  const token = { token: seller.token };
  const read = async (period: string) => {
    const { figures } = (await call(ctx, getNumbers, { query: { period } }, token)).body;
    return (['new', 'received'] as const).map((key) => {
      const { count, value } = figures.find(({ figure }) => figure === key)!;
      return key === 'new' ? count : value;
    });
  };
  expect([await read(month), await read(otherMonth)]).toEqual([
    [1, 3_500],
    [0, 0],
  ]);
  const { body } = await call(
    ctx,
    listNumberRows,
    { params: { figure: 'received' as const }, query: { period: month } },
    token,
  );
  expect([body.total, body.sum_cents]).toEqual([1, 3_500]);
  const cohorts = (await call(ctx, getCohorts, {}, token)).body.cohorts;
  expect(cohorts.filter(({ customers }) => customers === 1).map((cohort) => cohort.month)).toEqual([
    '2026-09',
    month,
  ]);
});

it('closes a month an hour after its end in the time zone of the installation', async () => {
  const { ctx, seller } = await openIn('Asia/Tokyo');
  await writeHistory(ctx, {
    owner: seller,
    acts: [
      {
        at: '2026-10-05T12:00:00Z',
        kind: 'line-created',
        until: '2026-12-20T12:00:00Z',
        hundredths: 100,
      },
    ],
  });
  const closedAt = async () => {
    await rollUpNumbers(ctx);
    const sent = { query: { period: '2026-10' } };
    const { body } = await call(ctx, getNumbers, sent, { token: seller.token });
    return body.period.closed_at_timestamp;
  };
  // Midnight of 1 November in Tokyo is 15:00 of 31 October in UTC.
  ctx.clock.set('2026-10-31T15:59:59Z');
  expect(await closedAt()).toBeNull();
  ctx.clock.set('2026-10-31T16:00:00Z');
  expect(await closedAt()).toBe(Date.parse('2026-10-31T16:00:00Z') / 1000);
});
