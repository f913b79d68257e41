/** Tests the list with which win-back shows the customers whom the figure «Perda» counts. */
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { listWinBackRows } from '@ramal/contract/win-back/results';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { type Act, writeHistory } from '../../numbers/numbers.fixtures.ts';
import { rollUpNumbers } from '../../numbers/numbers.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { until: '2027-06-01T12:00:00Z' });
});
afterAll(() => ctx.close());

const noon = (day: string) => `${day}T12:00:00Z`;
const bought = (day: string, until: string): Act => ({
  at: noon(day),
  kind: 'line-created',
  until: noon(until),
  hundredths: 100,
});
const sold = (note: string, ...acts: Act[]) => writeHistory(ctx, { owner: seller, acts, note });

const list = async (query: Record<string, unknown> = {}) =>
  (await call(ctx, listWinBackRows, { query: { list: 'lost', ...query } }, { token: seller.token }))
    .body;

it('lists exactly the customers of the figure, with their group and what became of them', async () => {
  const weeks = await sold('Duas semanas', bought('2026-10-01', '2026-11-01'));
  const recent = await sold('Ontem', bought('2026-10-19', '2026-11-19'));
  const back = await sold('Pagou depois', bought('2026-10-05', '2026-11-05'));
  await sold('Em dia', bought('2026-11-10', '2026-12-10'));
  await sold('Apagada', bought('2026-10-01', '2026-12-01'), {
    at: noon('2026-11-05'),
    kind: 'line-deleted',
  });
  await rollUpNumbers(ctx);
  await ctx.owner.query(`update lines set expires_at = '2027-01-05T12:00:00Z' where id = $1`, [
    back,
  ]);
  const { body: figure } = await call(
    ctx,
    listNumberRows,
    { params: { figure: 'lost' }, query: { reason: 'not-renewed' } },
    { token: seller.token },
  );
  const { data, total } = await list();
  expect(total).toBe(figure.total);
  expect(new Set(data.map(({ line_id: id }) => id))).toEqual(
    new Set(figure.data.map(({ line_id: id }) => id)),
  );
  const shown = data.map(({ line_id: id, group, status }) => [id, group, status]);
  expect(shown).toEqual(
    expect.arrayContaining([
      [weeks, 'd7', 'unreachable'],
      [recent, null, 'recent'],
      [back, null, 'back'],
    ]),
  );
  expect((await list({ status: 'recent' })).data.map(({ line_id: id }) => id)).toEqual([recent]);
  expect((await list({ group: 'd7' })).data.map(({ line_id: id }) => id)).toEqual([weeks]);
  expect((await list({ platform: 'p2p' })).data).toEqual([]);
  expect((await list({ period: '2026-10' })).data).toEqual([]);
});

it('shows the customers of the own account only', async () => {
  const other = await person(ctx, { until: '2027-06-01T12:00:00Z' });
  const { body } = await call(
    ctx,
    listWinBackRows,
    { query: { list: 'lost' } },
    { token: other.token },
  );
  expect(body.data).toEqual([]);
});
