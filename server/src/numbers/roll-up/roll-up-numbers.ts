/**
 * Rolls the figures up every minute: derives changed lines, sums their owners again, and closes
 * ended months. Only changed accounts are summed. Once a day all accounts are summed, because the
 * period of 30 days moves.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay } from '../../foundation/clock.ts';
import { LONG_TIMEOUT, type Tx } from '../../foundation/database.ts';
import type { Job } from '../../foundation/jobs.ts';
import { startTask } from '../../tasks/tasks.ts';
import sql from 'sql-template-tag';
import { storeFacts } from '../facts/store-facts.ts';
import { closeMonth, findMonthsToClose } from './close-months.ts';
import { FIRST_ROLL_UP, runFirstRollUp } from './first-roll-up.ts';
import { rebuildNetworks } from './flows.sql.ts';
import { forAccounts } from './for-accounts.ts';
import { openPeriods } from './periods.ts';
import {
  findEndedOwners,
  lockNumbers,
  readState,
  recordMoves,
  recordRollUp,
  type RollUpState,
  startState,
  takeChangedLines,
  treeMoves,
} from './roll-up-state.sql.ts';
import { sumOpenPeriods } from './sum-accounts.ts';

export const rollUpNumbersJob: Job = {
  name: 'roll-up-numbers',
  schedule: '* * * * *',
  work: async (ctx) => void (await rollUpNumbers(ctx)),
};

const LINES_AT_ONCE = 500;
/** An installation with fewer lines needs no task for its first roll-up. */
const FEW_LINES = 5_000;

type Context = Pick<AppContext, 'db' | 'clock'>;

/** Rolls the figures up. Returns false if the first roll-up has not finished. */
export async function rollUpNumbers(ctx: Context): Promise<boolean> {
  const { db, clock } = ctx;
  if (!(await isReady(ctx))) return false;
  while (await sumChangedLines(ctx));
  for (const month of await findMonthsToClose(ctx)) await closeMonth(ctx, month);
  const now = clock.now();
  const state = (await db.first<RollUpState>(readState))!;
  const isNewDay =
    !state.at ||
    state.timeZone !== clock.timeZone ||
    localDay(state.at, clock.timeZone) !== localDay(now, clock.timeZone);
  if (isNewDay) await forAccounts(ctx, (tx, accounts) => sum(tx, ctx, accounts));
  else await sumEndedOwners(ctx, state.at!, now);
  await sumMovedTrees(ctx);
  await db.tx((tx) => tx.run(recordRollUp(now, clock.timeZone)));
  return true;
}

/** Runs the first roll-up at once if it is small, otherwise as a task of an admin. */
async function isReady(ctx: Context): Promise<boolean> {
  const { db, clock } = ctx;
  const state = await db.first<RollUpState>(readState);
  if (state) return state.isComplete;
  const isOurs = await db.tx(async (tx) => {
    const lock = await tx.first<{ ours: boolean }>(lockNumbers);
    if (!lock?.ours || (await tx.first(readState))) return false;
    for (const statement of startState(clock.timeZone)) await tx.run(statement);
    return true;
  }, LONG_TIMEOUT);
  if (!isOurs) return false;
  const { linesTotal } = (await db.first<RollUpState>(readState))!;
  const admin = await db.first<{ id: number }>(
    sql`select id from accounts where profile = 'admin' and deleted_at is null order by id limit 1`,
  );
  if (linesTotal > FEW_LINES && admin) {
    await db.tx((tx) => startTask(tx, { kind: FIRST_ROLL_UP, accountId: admin.id, payload: {} }));
    return false;
  }
  await runFirstRollUp(ctx, async () => undefined);
  return true;
}

const sum = (tx: Tx, { clock }: Context, accounts: readonly number[]): Promise<void> =>
  sumOpenPeriods(tx, accounts, { now: clock.now(), timeZone: clock.timeZone });

/**
 * Derives some changed lines and sums their owners. Returns false when no line is left, or if
 * another process does this.
 */
function sumChangedLines(ctx: Context): Promise<boolean> {
  const { db, clock } = ctx;
  return db.tx(async (tx) => {
    const lock = await tx.first<{ ours: boolean }>(lockNumbers);
    if (!lock?.ours) return false;
    const rows = await tx.many<{ lineId: number }>(takeChangedLines(LINES_AT_ONCE));
    if (rows.length === 0) return false;
    const { openFrom } = (await tx.first<RollUpState>(readState))!;
    const ids = rows.map(({ lineId }) => lineId);
    const owners = await storeFacts(tx, ids, {
      now: clock.now(),
      timeZone: clock.timeZone,
      openFrom,
    });
    await sum(
      tx,
      ctx,
      [...owners].toSorted((a, b) => a - b),
    );
    return true;
  }, LONG_TIMEOUT);
}

/** Sums the owners whose customers or tests ended since the last roll-up. */
async function sumEndedOwners(ctx: Context, last: Date, now: Date): Promise<void> {
  const [from, until] = last < now ? [last, now] : [now, last];
  const rows = await ctx.db.many<{ accountId: number }>(findEndedOwners(from, until));
  const owners = rows.map(({ accountId }) => accountId);
  if (owners.length > 0) await ctx.db.tx((tx) => sum(tx, ctx, owners), LONG_TIMEOUT);
}

/** Calculates the network totals of open periods again after accounts were moved. */
async function sumMovedTrees({ db, clock }: Context): Promise<void> {
  await db.tx(async (tx) => {
    const { moves, areKnown } = (await tx.first<{ moves: number; areKnown: boolean }>(treeMoves))!;
    if (areKnown) return;
    const keys = openPeriods(clock.now(), clock.timeZone).map(({ key }) => key);
    for (const statement of rebuildNetworks(keys)) await tx.run(statement);
    await tx.run(recordMoves(moves));
  }, LONG_TIMEOUT);
}
