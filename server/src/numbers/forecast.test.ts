/** Tests the forecast of 30 days, its rows, and the error of the forecast for the last month. */
import { getNumbers } from '@ramal/contract/numbers/numbers';
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { type Act, writeCharge, writeHistory } from './numbers.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { until: '2027-06-01T12:00:00Z' });
  await ctx.owner.query(
    'insert into plan_prices (account_id, months, cents) values ($1, 1, 3000)',
    [seller.id],
  );
  const ids = [
    await sell(loyal),
    await sell(loyal),
    await sell(loyal),
    await sell(loyal.slice(0, 1)),
  ];
  for (const cents of [3_000, 3_000, 3_000, 1_000])
    await writeCharge(ctx, {
      owner: seller,
      line: ids[0]!,
      cents,
      months: 1,
      paidAt: '2026-10-20T12:00:00Z',
    });
  ctx.clock.set('2026-11-20T15:00:00Z');
  await rollUpNumbers(ctx);
});
afterAll(() => ctx.close());

const act = (at: string, kind: string, until: string): Act => ({
  at: `${at}T12:00:00Z`,
  kind,
  until: `${until}T12:00:00Z`,
  hundredths: 100,
});
/** A customer who renewed twice and is due in the next 30 days. */
const loyal = [
  act('2026-08-25', 'line-created', '2026-09-24'),
  act('2026-09-20', 'line-extended', '2026-10-24'),
  act('2026-10-20', 'line-extended', '2026-11-24'),
];
const sell = (acts: readonly Act[]) => writeHistory(ctx, { owner: seller, acts });

const read = async () => (await call(ctx, getNumbers, {}, { token: seller.token })).body;

it('expects renewals at the rate of the plan and new customers at their pace', async () => {
  const { forecast } = await read();
  // Six of seven due periods were renewed in 90 days, and four customers came.
  const renewals = 3 * Math.round((3_000 * 6) / 7);
  expect(forecast).toMatchObject({
    renewal_cents: renewals,
    new_cents: 4_000,
    cents: renewals + 4_000,
  });
  expect(forecast!.low_cents).toBeLessThan(forecast!.cents);
  expect(forecast!.high_cents - forecast!.cents).toBe(forecast!.cents - forecast!.low_cents);
});

it('lists the due lines and the new customers with the same sum', async () => {
  const sent = { params: { figure: 'forecast' as const }, query: {} };
  const { body } = await call(ctx, listNumberRows, sent, { token: seller.token });
  expect(body.data.map(({ kind, cents, text }) => [kind, cents, text])).toEqual([
    ['newcomers', 4_000, '4 clientes novos em 90 dias'],
    ...Array(3).fill(['due', 2_571, '6 de 7 renovaram']),
  ]);
  expect(body.sum_cents).toBe((await read()).forecast!.cents);
});

it('compares the forecast of the first day of the month with the receipts of the month', async () => {
  const { forecast, figures } = await read();
  // On 1 October three of four had renewed: three lines of R$ 30,00 and four new customers.
  expect(forecast!.last).toEqual({
    month: '2026-10',
    forecast_cents: 3 * 2_250 + 4_000,
    received_cents: 10_000,
    error: 750,
  });
  expect(figures.find(({ figure }) => figure === 'forecast-error')).toMatchObject({
    value: 750,
    numerator: 750,
    denominator: 10_000,
  });
});
