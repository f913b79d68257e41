/**
 * Tests the figures of the drawings: the call, its rows, its groups and the exported spreadsheet
 * return the same numbers.
 */
import { listCosts } from '@ramal/contract/numbers/costs';
import { type FigureKey, figureKeys } from '@ramal/contract/numbers/figures';
import { getNumberGroups, getNumbers, getTrialGroups } from '@ramal/contract/numbers/numbers';
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { DRAWN_AT, writeDrawnBusiness } from './drawn-business.fixtures.ts';
import { exportSheet, inCents } from './export-sheet.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  ctx.clock.set(DRAWN_AT);
  seller = await person(ctx, { until: '2027-06-01T12:00:00Z' });
  await writeDrawnBusiness(ctx, seller);
  await rollUpNumbers(ctx);
}, 120_000);
afterAll(() => ctx.close());

const token = () => ({ token: seller.token });
const numbers = async () => (await call(ctx, getNumbers, {}, token())).body;

describe('the figures of the drawings', () => {
  it('state customers, revenue and their changes', async () => {
    const { figures } = await numbers();
    const parts = (key: FigureKey) => {
      const { value, count } = figures.find(({ figure }) => figure === key)!;
      return [value, count];
    };
    expect({
      revenue: parts('revenue'),
      base: parts('base'),
      new: parts('new'),
      changed: parts('changed'),
      lost: parts('lost'),
    }).toEqual({
      revenue: [1_049_400, 312],
      base: [985_600, 293],
      new: [139_900, 41],
      changed: [-1_800, 6],
      lost: [-74_300, 22],
    });
    const value = (key: FigureKey) => parts(key)[0];
    expect({
      customers: value('customers'),
      ticket: value('ticket'),
      retention: value('retention'),
      churn: value('churn'),
      conversion: value('trial-conversion'),
      'lifetime-value': value('lifetime-value'),
    }).toEqual({
      customers: 312,
      ticket: 3_363,
      retention: 9_249,
      churn: 751,
      conversion: 2_195,
      'lifetime-value': 44_795,
    });
  });

  it('state the receipts, the costs and the profit of November', async () => {
    const { figures, costs, methods } = await numbers();
    const value = (key: FigureKey) => figures.find(({ figure }) => figure === key)!.value;
    expect(
      (
        ['received', 'costs', 'profit', 'margin', 'profit-per-customer', 'corrections'] as const
      ).map(value),
    ).toEqual([784_600, 194_800, 589_800, 7_517, 1_890, -3_500]);
    expect(costs.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['credits', 96_200],
      ['channel', 45_000],
      ['server', 38_000],
      ['messages', 8_460],
      ['fees', 7_140],
    ]);
    expect(methods.map(({ method, cents, count }) => [method, cents, count])).toEqual([
      ['pix', 710_500, 204],
      ['card', 74_100, 21],
    ]);
    const { body } = await call(ctx, listCosts, {}, token());
    expect(body.total_cents).toBe(194_800);
  });

  it('divides the figures by origin and by plan', async () => {
    const groups = async (by: 'origin' | 'plan') =>
      (await call(ctx, getNumberGroups, { query: { by } }, token())).body.groups.map(
        ({ key, customers, revenue_cents, retention }) => [
          key,
          customers,
          revenue_cents,
          retention,
        ],
      );
    expect(await groups('origin')).toEqual([
      ['storefront', 122, 407_800, 8_981],
      ['own', 113, 380_500, 9_402],
      ['referral', 47, 158_900, 9_756],
      ['chatbot', 30, 102_200, 8_889],
    ]);
    expect((await groups('plan')).map((group) => group.slice(0, 3))).toEqual([
      ['30', 187, 654_500],
      ['90', 62, 204_600],
      ['180', 38, 117_800],
      ['360', 25, 72_500],
    ]);
  });

  it('divide the tests by origin, hours and device', async () => {
    const groups = async (by: 'origin' | 'hours' | 'device' | 'giver') =>
      (await call(ctx, getTrialGroups, { query: { by } }, token())).body.groups.map(
        ({ label, trials, converted, conversion }) => [label, trials, converted, conversion],
      );
    expect(await groups('origin')).toEqual([
      ['Página de venda', 91, 22, 2_418],
      ['Indicação', 25, 7, 2_800],
      ['Robô de respostas', 25, 5, 2_000],
      ['Você criou', 23, 2, 870],
    ]);
    expect(await groups('hours')).toEqual([['6 horas', 164, 36, 2_195]]);
    expect(await groups('device')).toEqual([['TV Samsung', 164, 36, 2_195]]);
    expect(await groups('giver')).toEqual([[seller.username, 164, 36, 2_195]]);
  });
});

const exportRows = (figure: FigureKey) => exportSheet(ctx, seller, { figure, body: {} });

async function listRows(figure: FigureKey) {
  const pages = [];
  for (let page = 1; ; page += 1) {
    const sent = { params: { figure }, query: { page, per_page: 100 } };
    const { body } = await call(ctx, listNumberRows, sent, token());
    pages.push(...body.data);
    if (pages.length >= Number(body.total)) return { rows: pages, answer: body };
  }
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** Figures without rows in this business: nobody returned, and no credits were sold. */
const withoutRows: readonly FigureKey[] = ['recovered', 'credits-sold'];

it.each(figureKeys.filter((key) => !withoutRows.includes(key)))(
  'exports the rows of %s that the screen lists',
  async (figure) => {
    const { rows, answer } = await listRows(figure);
    const sheet = await exportRows(figure);
    const bySheet = sheet.map((row) => [
      row['Usuário'],
      inCents(row['Valor (R$)']!),
      row['Revenda'],
    ]);
    const byList = rows.map((row) => [row.username ?? '', row.cents, row.reseller]);
    const sorted = (list: unknown[][]) => list.map((row) => JSON.stringify(row)).toSorted();
    expect(sorted(bySheet)).toEqual(sorted(byList));
    expect(sheet.length).toBe(answer.total);
    expect(sum(sheet.map((row) => inCents(row['Valor (R$)']!)))).toBe(answer.sum_cents);
    // The figures of `getNumbers` do not include the table of retention.
    const shown = (await numbers()).figures.filter((row) => row.figure === figure);
    expect(shown).toEqual(figure === 'cohort' ? [] : [answer.figure]);
  },
);
