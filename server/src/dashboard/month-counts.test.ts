/**
 * Tests that the counts of a month never change later. New, migrated and imported lines count
 * separately. Each figure must equal the number of rows in its log.
 */
import { getDashboard } from '@ramal/contract/dashboard';
import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { cleanTrials } from '@ramal/contract/lines/clean-trials';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { type EventGroup, getLog } from '@ramal/contract/logs';
import { getReports } from '@ramal/contract/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { moveEvents } from '../../test/events.ts';
import { countLineMonths } from '../reports/count-line-months.ts';
import { rollUpTreeTotals } from './roll-up-tree-totals.ts';

let ctx: TestContext;
let owner: Person;
let child: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  const until = '2027-02-01T00:00:00Z';
  owner = await person(ctx, { balance: 100_000, until });
  child = await person(ctx, { parent: owner, balance: 100_000, until });
  for (const isOficial of [true, true, false, false, false]) await line(ctx, owner, { isOficial });
  const { id } = await line(ctx, owner);
  await call(ctx, deleteIptvLine, { params: { id }, body: {} }, as(owner));
  await call(ctx, cleanTrials, { body: { range: 1 } }, as(owner));
  for (let index = 0; index < 4; index += 1) await line(ctx, child);
  const imported = await line(ctx, owner);
  await ctx.owner.query('alter table events disable trigger user');
  await ctx.owner.query(
    `update events set kind = 'line-imported' where line_id = $1 and kind = 'line-created'`,
    [imported.id],
  );
  await ctx.owner.query('alter table events enable trigger user');
  for (const { id: account } of [owner, child]) await moveEvents(ctx, account, TODAY);
  await countLineMonths(ctx);
  await rollUpTreeTotals(ctx);
});
afterAll(() => ctx.close());

const as = ({ token }: Person) => ({ token });
const home = async (who: Person) => (await call(ctx, getDashboard, {}, as(who))).body;
const inLog = async (group: EventGroup, reseller?: number) =>
  (await call(ctx, getLog, { query: { group, ...(reseller && { reseller }) } }, as(owner))).body
    .total;

it('counts only own lines and keeps the counts after a deletion', async () => {
  expect(await home(owner)).toMatchObject({
    created_users: 3,
    generate_tests: 3,
    imported_users: 1,
    total_new_users: 7,
  });
});

it('links every total to exactly its rows in the log', async () => {
  const figures = await home(owner);
  expect([
    figures.created_users,
    figures.generate_tests,
    figures.imported_users,
    figures.total_new_users,
  ]).toEqual([
    await inLog('new', owner.id),
    await inLog('test', owner.id),
    await inLog('imported', owner.id),
    await inLog('new'),
  ]);
});

it('counts the same lines in the projection and in the reports', async () => {
  const { body: due } = await call(ctx, getDueLines, {}, as(owner));
  expect(due.projection.new_lines).toBe((await home(owner)).created_users);
  const { body: reports } = await call(ctx, getReports, {}, as(owner));
  const last = (months: readonly { readonly users: number }[]) => months.at(-1)!.users;
  expect([
    last(reports.novos_usuarios_iptv),
    last(reports.novos_usuarios_importados),
    last(reports.novos_usuarios_migrados),
  ]).toEqual([await inLog('new'), await inLog('imported'), await inLog('migrated')]);
});
