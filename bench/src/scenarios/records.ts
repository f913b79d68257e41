/**
 * The log, the movements of a wallet, the statement, the charts, and the board of expiring lines.
 */
import { getExtract } from '../../../server/src/credits/extract.ts';
import { listMovements } from '../../../server/src/credits/list-movements.ts';
import { sumMovementMonths } from '../../../server/src/credits/credits.ts';
import { readDue } from '../../../server/src/dashboard/due-lines.ts';
import { getLog } from '../../../server/src/activity-log/read-log.ts';
import { readReports } from '../../../server/src/reports/read-reports.ts';
import { countLineMonths } from '../../../server/src/reports/reports.ts';
import {
  MOVEMENTS,
  MOVEMENTS_SEARCHED,
  STATEMENT_OF_ALL,
  STATEMENT_OF_ONE,
  statement,
} from '../floors/records.ts';
import { type Caller, admin, large, pageScenario } from '../page-scenario.ts';
import type { Goal, Scenario } from '../scenario.ts';
import type { Fixture } from '../fixture.ts';

const done = new WeakMap<Fixture['pool'], Promise<unknown>>();

/**
 * Runs the worker's job once, so that every read finds the sums, and analyses its tables.
 * PostgreSQL does that automatically within a minute; before, it plans full tables as empty.
 */
function summed({ pool, app }: Fixture): Promise<unknown> {
  const summing = done.get(pool) ?? sumUp(pool, app);
  done.set(pool, summing);
  return summing;
}

async function sumUp(pool: Fixture['pool'], app: Fixture['app']): Promise<void> {
  await sumMovementMonths(app);
  await countLineMonths(app);
  await pool.query('analyze');
}

const goal: Goal = { p95: 50 };

const ofAccount = (name: string, text: string) =>
  statement(name, text, (fixture, client) => [large.account(fixture, client).id]);
const ofWallet = (name: string, text: string) =>
  statement(name, text, (fixture, client) => [large.account(fixture, client).wallet]);
const searchedInWallet = statement('movements-searched', MOVEMENTS_SEARCHED, (fixture, client) => [
  large.account(fixture, client).wallet,
  '%maria%',
  large.account(fixture, client).id,
]);

type LogQuery = Parameters<typeof getLog>[1]['query'] & Record<string, string | number>;
type ExtractQuery = Parameters<typeof getExtract>[1]['query'] & Record<string, string | number>;
type MovementsQuery = Parameters<typeof listMovements>[1]['query'] &
  Record<string, string | number | boolean>;

const log = (name: string, caller: Caller, query: Partial<LogQuery> = {}): Scenario =>
  pageScenario(
    { name: `log: ${name}`, path: '/api/log', caller, goal },
    { page: 1, perPage: 50, logType: -1, sort: 'date', dir: 'desc', ...query } as LogQuery,
    (ctx, call) => getLog(ctx, call as never),
  );

const movements = (
  name: string,
  caller: Caller,
  query: Partial<MovementsQuery> = {},
  measured: { floor?: NonNullable<Scenario['floor']>; alone?: boolean } = {},
): Scenario =>
  pageScenario(
    {
      name: `movements: ${name}`,
      path: '/api/logs-reseller/:id',
      caller,
      goal,
      ...measured,
    },
    { page: 1, perPage: 50, sort: 'registered', dir: 'desc', ...query } as MovementsQuery,
    (ctx, call) => listMovements(ctx, call as never),
  );

const extract = (name: string, caller: Caller, query = {}, floor?: Scenario['floor']): Scenario =>
  pageScenario(
    {
      name: `statement: ${name}`,
      path: '/api/extract',
      caller,
      goal,
      ...(floor && { floor }),
      prepare: summed,
    },
    { page: 1, perPage: 50, sort: 'date', dir: 'desc', ...query } as ExtractQuery,
    (ctx, call) => getExtract(ctx, call as never),
  );

const reports = (name: string, caller: Caller): Scenario =>
  pageScenario(
    { name: `reports: ${name}`, path: '/api/get-reports', caller, goal, prepare: summed },
    {},
    (ctx, { actor }) => readReports(ctx, actor),
  );

export const recordScenarios: readonly Scenario[] = [
  pageScenario(
    { name: 'due lines: owner of 10,000', path: '/api/due-lines', caller: large, goal },
    { per_day: 8 },
    (ctx, call) => readDue(ctx, call as never),
  ),
  log('a month of everybody', admin),
  log('a month of a large tree', large),
  movements('first page', large, {}, { floor: ofWallet('movements', MOVEMENTS) }),
  movements('page 20', large, { page: 20 }),
  movements('searched', large, { search: 'maria' }, { floor: searchedInWallet }),
  movements('a large tree', large, { tree: true }),
  movements('a large tree, searched, 1', large, { tree: true, search: 'maria' }, { alone: true }),
  extract(
    'everybody',
    admin,
    {},
    statement('sums', STATEMENT_OF_ALL, () => []),
  ),
  extract('everybody, page 20', admin, { page: 20 }),
  extract('a large tree', large, { tree: true }),
  extract('own', large, {}, ofAccount('own-sums', STATEMENT_OF_ONE)),
  reports('admin', admin),
  reports('a large tree', large),
];
