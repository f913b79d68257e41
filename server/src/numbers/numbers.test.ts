/** Tests the figures over HTTP: their values, their rows and what a closed month keeps. */
import type { FigureKey } from '@ramal/contract/numbers/figures';
import { getNumbers } from '@ramal/contract/numbers/numbers';
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { type Act, writeCharge, writeHistory } from './numbers.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';

let ctx: TestContext;
let seller: Person;
const contexts: TestContext[] = [];
beforeEach(async () => {
  ctx = await createTestContext();
  contexts.push(ctx);
  seller = await person(ctx, { until: '2027-06-01T12:00:00Z' });
});
afterAll(() => Promise.all(contexts.map((context) => context.close())));

const numbers = async (query: Record<string, unknown> = {}, who = seller) => {
  const { body } = await call(ctx, getNumbers, { query }, { token: who.token });
  return {
    ...body,
    figure: (key: FigureKey) => body.figures.find((row) => row.figure === key)!,
  };
};

const rows = async (figure: FigureKey, query: Record<string, unknown> = {}, who = seller) =>
  (await call(ctx, listNumberRows, { params: { figure }, query }, { token: who.token })).body;

const noon = (day: string) => `${day}T12:00:00Z`;
const bought = (day: string, until: string, more: Partial<Act> = {}): Act => ({
  at: noon(day),
  kind: 'line-created',
  until: noon(until),
  hundredths: 100,
  ...more,
});
const renewed = (day: string, until: string, more: Partial<Act> = {}): Act =>
  bought(day, until, { kind: 'line-extended', ...more });
const priced = (day: string, cents: number): Act => ({
  at: noon(day),
  kind: 'line-price-set',
  cents,
});
const sold = (...acts: Act[]) => writeHistory(ctx, { owner: seller, acts });

describe('customers', () => {
  beforeEach(async () => {
    // This customer renews at the same price and is kept.
    await sold(
      priced('2026-09-01', 3_500),
      bought('2026-09-01', '2026-10-30'),
      renewed('2026-10-29', '2026-11-30'),
    );
    // This customer changes from one month to three months.
    await sold(
      priced('2026-09-01', 3_500),
      bought('2026-09-01', '2026-10-30'),
      priced('2026-10-29', 9_900),
      renewed('2026-10-29', '2027-01-30', { hundredths: 300 }),
    );
    // This customer expired.
    await sold(priced('2026-10-01', 3_000), bought('2026-10-01', '2026-11-01'));
    // This customer was deleted.
    await sold(priced('2026-10-01', 2_000), bought('2026-10-01', '2026-12-01'), {
      at: noon('2026-11-05'),
      kind: 'line-deleted',
    });
    // This customer is new.
    await sold(priced('2026-11-10', 4_000), bought('2026-11-10', '2026-12-10'));
    // This customer expired and renewed later, so the customer is recovered.
    await sold(
      priced('2026-08-01', 2_500),
      bought('2026-08-01', '2026-09-01'),
      renewed('2026-11-15', '2026-12-15'),
    );
    await rollUpNumbers(ctx);
  });

  it('explains the change of the revenue by four causes that add up', async () => {
    const { figure, state } = await numbers();
    const cents = (key: FigureKey) => [figure(key).count, figure(key).value];
    expect(state).toBe('ready');
    expect({
      base: cents('base'),
      new: cents('new'),
      recovered: cents('recovered'),
      changed: cents('changed'),
      lost: cents('lost'),
      revenue: cents('revenue'),
    }).toEqual({
      base: [4, 12_000],
      new: [1, 4_000],
      recovered: [1, 2_500],
      changed: [1, -200],
      lost: [2, -5_000],
      revenue: [4, 13_300],
    });
    expect(figure('churn')).toMatchObject({ value: 5_000, numerator: 2, denominator: 4 });
    expect(figure('retention')).toMatchObject({ value: 5_000, numerator: 2, denominator: 4 });
    expect(figure('ticket').value).toBe(3_325);
  });

  it('lists the rows of each figure with the same sum and the same number', async () => {
    const { figure } = await numbers();
    for (const key of ['revenue', 'base', 'new', 'recovered', 'changed', 'lost'] as const) {
      const { total, sum_cents, data } = await rows(key);
      expect([key, total, sum_cents]).toEqual([key, figure(key).count, figure(key).value]);
      expect(data.reduce((sum, { cents }) => sum + (cents ?? 0), 0)).toBe(sum_cents);
    }
    const churn = await rows('churn');
    expect([churn.sum_cents, churn.reasons]).toEqual([
      5_000,
      [
        { reason: 'deleted', count: 1 },
        { reason: 'not-renewed', count: 1 },
      ],
    ]);
  });
});

describe('a closed month', () => {
  it('keeps its figures when a payment is returned later and lists the correction', async () => {
    ctx.clock.set('2026-10-20T15:00:00Z');
    const id = await sold(bought('2026-10-05', '2026-11-05'));
    const charge = await writeCharge(ctx, {
      owner: seller,
      line: id,
      cents: 3_500,
      months: 1,
      paidAt: noon('2026-10-10'),
    });
    await rollUpNumbers(ctx);
    expect((await numbers()).figure('received').value).toBe(3_500);
    ctx.clock.set('2026-11-03T15:00:00Z');
    await rollUpNumbers(ctx);
    const october = await numbers({ period: '2026-10' });
    expect(october.period.closed_at_timestamp).not.toBeNull();
    await ctx.owner.query(
      `update charges set state = 'reversed', reversed_at = '2026-11-03T14:00:00Z' where id = $1`,
      [charge],
    );
    await rollUpNumbers(ctx);
    const later = await numbers({ period: '2026-10' });
    expect(later.figures).toEqual(october.figures);
    const november = await numbers({ period: '2026-11' });
    expect([november.figure('received').value, november.figure('corrections').value]).toEqual([
      -3_500, -3_500,
    ]);
    const { data } = await rows('corrections', { period: '2026-11' });
    expect(data).toMatchObject([{ cents: -3_500, correction: true, method: 'pix' }]);
  });
});
