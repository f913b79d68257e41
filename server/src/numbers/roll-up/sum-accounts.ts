/** Stores all sums of some accounts, in the transaction of the caller. */
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../../foundation/database.ts';
import { writeCohorts } from './cohorts.sql.ts';
import { writeFlows } from './flows.sql.ts';
import { writeForecasts } from './forecast.sql.ts';
import { writeMoney } from './money.sql.ts';
import { type FigureMonth, monthAt, openPeriods, startOf30Days } from './periods.ts';
import { writeTrialCounts } from './trials.sql.ts';

/** Sums the open periods of these accounts up to now. */
export async function sumOpenPeriods(
  tx: Tx,
  accounts: readonly number[],
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<void> {
  for (const period of openPeriods(now, timeZone)) {
    await tx.run(writeFlows(accounts, period));
    await runAll(tx, writeTrialCounts(accounts, period));
  }
  const month = monthAt(now, timeZone);
  await runAll(tx, writeCohorts(accounts, month));
  await runAll(tx, writeMoney(accounts, month));
  await runAll(tx, writeForecasts(accounts, { at: now, month: null }));
  await tx.run(recordAccounts(accounts, now, startOf30Days(now, timeZone)));
}

/** Sums a closed month of these accounts, and the forecast that is made at its end. */
export async function sumClosedMonth(
  tx: Tx,
  accounts: readonly number[],
  month: FigureMonth,
  next: FigureMonth,
): Promise<void> {
  await tx.run(writeFlows(accounts, month));
  await runAll(tx, writeTrialCounts(accounts, month));
  await runAll(tx, writeCohorts(accounts, month));
  await runAll(tx, writeMoney(accounts, month));
  await runAll(tx, writeForecasts(accounts, { at: month.until, month: next.month }));
}

/** Sums only the receipts and costs of the current month, after an account changed its costs. */
export const sumMoney = async (
  tx: Tx,
  account: number,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<void> => runAll(tx, writeMoney([account], monthAt(now, timeZone)));

async function runAll(tx: Tx, statements: readonly Sql[]): Promise<void> {
  for (const statement of statements) await tx.run(statement);
}

const recordAccounts = (accounts: readonly number[], at: Date, baseAt: Date): Sql => sql`
  insert into number_accounts (account_id, at, base_at, first_at)
  select a.id, ${at}, ${baseAt}, (select min(first_at) from customer_periods p where p.account_id = a.id)
  from unnest(${accounts}::bigint[]) a (id)
  on conflict (account_id) do update set at = excluded.at, base_at = excluded.base_at,
    first_at = coalesce(least(number_accounts.first_at, excluded.first_at), excluded.first_at)`;
