/** Tests the summary of the week: who receives it, when, and its text lines. */
import { listNotices } from '@ramal/contract/notices/notices';
import { saveNumberSettings } from '@ramal/contract/numbers/numbers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { writeHistory } from './numbers.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';
import { sendWeeklySummaries } from './send-weekly-summaries.ts';

let ctx: TestContext;
let seller: Person, other: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { until: '2027-06-01T12:00:00Z' });
  other = await person(ctx, { until: '2027-06-01T12:00:00Z' });
  await writeHistory(ctx, {
    owner: seller,
    acts: [
      { at: '2026-11-10T12:00:00Z', kind: 'line-price-set', cents: 3_500 },
      {
        at: '2026-11-10T12:00:00Z',
        kind: 'line-created',
        until: '2026-12-10T12:00:00Z',
        hundredths: 100,
      },
    ],
  });
  await rollUpNumbers(ctx);
});
afterAll(() => ctx.close());

const notices = async (who: Person) =>
  (await call(ctx, listNotices, {}, { token: who.token })).body.data;

/** 8:00 in São Paulo on a Monday. */
const MONDAY = '2026-11-23T11:00:00Z';

it('sends five lines with their links once a week to accounts that turned it on', async () => {
  ctx.clock.set(MONDAY);
  expect(await sendWeeklySummaries(ctx)).toBe(0);
  await call(ctx, saveNumberSettings, { body: { weekly_summary: true } }, { token: seller.token });
  ctx.clock.set('2026-11-23T10:59:00Z');
  expect(await sendWeeklySummaries(ctx)).toBe(0);
  ctx.clock.set('2026-11-24T11:00:00Z');
  expect(await sendWeeklySummaries(ctx)).toBe(0);
  ctx.clock.set(MONDAY);
  expect([await sendWeeklySummaries(ctx), await sendWeeklySummaries(ctx)]).toEqual([1, 0]);
  expect(await notices(other)).toEqual([]);
  const [notice] = await notices(seller);
  expect(notice).toMatchObject({
    title: 'Resumo da semana: seus últimos 30 dias',
    path: '/numbers',
  });
  const { rows } = await ctx.owner.query<{ lines: { text: string; path: string }[] }>(
    'select lines from notices',
  );
  const [first] = rows[0]!.lines;
  expect([rows[0]!.lines.length, first!.text.replace(/\s/g, ' '), first!.path]).toEqual([
    5,
    'Receita recorrente por mês: R$ 35,00, 1 cliente',
    '/numbers/rows/revenue?period=30d',
  ]);
});
