/**
 * Stores the figures of ended months. A closed month does not change: later refunds and corrections
 * are rows of the month in which they happen.
 */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { MAX_MONTHS } from '@ramal/contract/numbers/filters';
import type { AppContext } from '../../foundation/app-context.ts';
import { startOfDay, startOfMonth } from '../../foundation/clock.ts';
import { LONG_TIMEOUT } from '../../foundation/database.ts';
import sql from 'sql-template-tag';
import { forAccounts } from './for-accounts.ts';
import { type FigureMonth, monthsBefore, wholeMonth } from './periods.ts';
import { firstFact, lastClosedMonth, recordClosed } from './roll-up-state.sql.ts';
import { sumClosedMonth } from './sum-accounts.ts';

/**
 * Events contain the start time of their transaction and become visible at its end. A month
 * therefore closes this long after its end.
 */
const LATE_MS = HOUR_MS;

type Context = Pick<AppContext, 'db' | 'clock'>;

/** Returns the ended months without stored figures, oldest first. */
export async function findMonthsToClose({ db, clock }: Context): Promise<FigureMonth[]> {
  const { timeZone } = clock;
  const now = clock.now();
  const current = startOfMonth(now, timeZone);
  const last = await db.first<{ month: string | null }>(lastClosedMonth);
  const first = (await db.first<{ at: Date | null }>(firstFact))?.at ?? now;
  const oldest = monthsBefore(current, MAX_MONTHS, timeZone);
  const start = last?.month
    ? wholeMonth(startOfDay(last.month, timeZone), timeZone).end
    : startOfMonth(first < oldest ? oldest : first, timeZone);
  const months: FigureMonth[] = [];
  for (let from = start; from < current;) {
    const month = wholeMonth(from, timeZone);
    if (month.end.getTime() + LATE_MS <= now.getTime()) months.push(month);
    from = month.end;
  }
  return months;
}

/** Stores a month for all accounts, some accounts per transaction, and closes it. */
export async function closeMonth(ctx: Context, month: FigureMonth): Promise<void> {
  const { db, clock } = ctx;
  const next = wholeMonth(month.end, clock.timeZone);
  await forAccounts(ctx, (tx, accounts) => sumClosedMonth(tx, accounts, month, next));
  await db.tx(async (tx) => {
    await tx.run(recordClosed(month.month, clock.now()));
    await tx.run(sql`update numbers_taken set open_from = greatest(open_from, ${month.end})`);
  }, LONG_TIMEOUT);
}
