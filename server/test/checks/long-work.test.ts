import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../context.ts';
import { sumMovementMonths, verifyLedger } from '../../src/credits/credits.ts';
import { countLineMonths } from '../../src/reports/reports.ts';
import { deleteOldRows } from '../../src/retention/retention.ts';
import type { AppContext } from '../../src/foundation/app-context.ts';
import { type Db, openDatabase } from '../../src/foundation/database.ts';

let ctx: TestContext;
/** Database module with a query timeout of half a second. The product uses half a minute. */
let hasty: Db;
const GIVES_UP_MS = 500;
beforeAll(async () => {
  ctx = await createTestContext();
  const url = String(ctx.db.pool.options.connectionString);
  hasty = openDatabase({ url, connections: 2, answerTimeoutMs: GIVES_UP_MS });
});
afterAll(async () => {
  await hasty.close();
  await ctx.close();
});

const slowly = sql`select pg_sleep(${(GIVES_UP_MS / 1000) * 3})`;

it('a query without a response is cancelled, in a long transaction only after its own limit', async () => {
  await expect(hasty.tx((tx) => tx.first(slowly))).rejects.toThrow('Query read timeout');
  await hasty.tx((tx) => tx.first(slowly), { statementMs: 60_000 });
});

it('the server has the same timeout, and ends longer statements', async () => {
  const ending = ctx.db.tx((tx) => tx.first(sql`select pg_sleep(60)`), { statementMs: 50 });
  await expect(ending).rejects.toMatchObject({ code: '57014' });
  // The shorter timeout applied only to the previous transaction.
  const limit = await ctx.db.first(sql`select current_setting('statement_timeout') as limit`);
  expect(limit).toEqual({ limit: '30s' });
});

const deleteDailyRows = (app: AppContext) => deleteOldRows(app, 'day');

it.each([
  ['the proof of the ledger', 'entries', verifyLedger],
  ['the months of movements', 'movement_months', sumMovementMonths],
  ['the months of lines', 'events', countLineMonths],
  ['the deletion of old rows', 'refused_players', deleteDailyRows],
] as const)('%s waits longer than a page request', async (_, table, job) => {
  const holder = await ctx.owner.connect();
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    const working = job({ ...ctx, db: hasty }).then(() => 'done', String);
    await holder.query(`select pg_sleep(${(GIVES_UP_MS / 1000) * 3})`);
    await holder.query('commit');
    expect(await working).toBe('done');
  } finally {
    holder.release();
  }
});
