/**
 * First roll-up of an installation with old data: derives all lines, then stores the closed months.
 * A stopped roll-up continues after the last derived line, so that little work is lost.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import { startOfMonth } from '../../foundation/clock.ts';
import { LONG_TIMEOUT } from '../../foundation/database.ts';
import type { Progress, TaskKind } from '../../tasks/tasks.ts';
import { storeFacts } from '../facts/store-facts.ts';
import { closeMonth, findMonthsToClose } from './close-months.ts';
import {
  nextLines,
  readState,
  recordComplete,
  recordLines,
  startState,
  type RollUpState,
} from './roll-up-state.sql.ts';

const LINES_AT_ONCE = 500;

export const FIRST_ROLL_UP = 'numbers-first-roll-up';

type Context = Pick<AppContext, 'db' | 'clock'>;
type Report = Progress['report'];

export const firstRollUp: TaskKind = {
  kind: FIRST_ROLL_UP,
  work: async (ctx, _payload, progress) => {
    await runFirstRollUp(ctx, (done, total, message) => progress.report(done, total, message));
    return 'Números prontos.';
  },
};

/** Starts or resumes the first roll-up without a task, for data sets without a worker. */
export async function rollUpFromStart(ctx: Context): Promise<void> {
  const hasStarted = (await ctx.db.first<RollUpState>(readState)) !== undefined;
  if (!hasStarted)
    await ctx.db.tx(async (tx) => {
      for (const statement of startState(ctx.clock.timeZone)) await tx.run(statement);
    }, LONG_TIMEOUT);
  await runFirstRollUp(ctx, async () => undefined);
}

export async function runFirstRollUp(ctx: Context, report: Report): Promise<void> {
  const { db, clock } = ctx;
  while (await deriveNextLines(ctx, report));
  const months = await findMonthsToClose(ctx);
  for (const [index, month] of months.entries()) {
    await report(index, months.length, `Guardando ${month.key}`);
    await closeMonth(ctx, month);
  }
  const openFrom = months.at(-1)?.end ?? startOfMonth(clock.now(), clock.timeZone);
  await db.tx((tx) => tx.run(recordComplete(openFrom)));
}

/**
 * Derives and stores the periods, receipts and tests of the next lines. Returns false if no line is
 * left.
 */
async function deriveNextLines({ db, clock }: Context, report: Report): Promise<boolean> {
  const state = (await db.first<RollUpState>(readState))!;
  const rows = await db.many<{ id: number }>(nextLines(state.lastLine, LINES_AT_ONCE));
  const last = rows.at(-1);
  if (!last) return false;
  await db.tx(async (tx) => {
    const ids = rows.map(({ id }) => id);
    await storeFacts(tx, ids, {
      now: clock.now(),
      timeZone: clock.timeZone,
      openFrom: state.openFrom,
    });
    await tx.run(recordLines(last.id, rows.length));
  }, LONG_TIMEOUT);
  const done = state.linesDone + rows.length;
  await report(done, Math.max(done, state.linesTotal), 'Lendo as linhas');
  return true;
}
