/** The log, the movements of a wallet, the statement, the charts, and the board of lines that fall due. */
import { getExtract } from '../../../server/src/credits/extract.ts';
import { listMovements } from '../../../server/src/credits/list-movements.ts';
import { sumMovementMonths } from '../../../server/src/credits/credits.ts';
import { readDue } from '../../../server/src/dashboard/due-lines.ts';
import { getLog } from '../../../server/src/activity-log/read-log.ts';
import { readReports } from '../../../server/src/reports/read-reports.ts';
import { countLineMonths } from '../../../server/src/reports/reports.ts';
import { type Caller, admin, large, pageScenario } from '../page-scenario.ts';
import type { Scenario } from '../scenario.ts';
import type { Fixture } from '../fixture.ts';

const done = new WeakMap<Fixture['pool'], Promise<unknown>>();

/** Runs the worker's job once, because the measured server has no worker. */
function summed({ pool, floor }: Fixture): Promise<unknown> {
  const summing = done.get(pool) ?? sumMovementMonths(floor).then(() => countLineMonths(floor));
  done.set(pool, summing);
  return summing;
}

type LogQuery = Parameters<typeof getLog>[1]['query'] & Record<string, string | number>;
type ExtractQuery = Parameters<typeof getExtract>[1]['query'] & Record<string, string | number>;
type MovementsQuery = Parameters<typeof listMovements>[1]['query'] &
  Record<string, string | number>;

const log = (name: string, caller: Caller, p95: number, query: Partial<LogQuery> = {}): Scenario =>
  pageScenario(
    { name: `log: ${name}`, path: '/api/log', caller, p95 },
    { page: 1, per_page: 50, log_type: -1, ...query } as LogQuery,
    (ctx, call) => getLog(ctx, call as never),
  );

const movements = (name: string, caller: Caller, query: Partial<MovementsQuery> = {}): Scenario =>
  pageScenario(
    { name: `movements: ${name}`, path: '/api/logs-reseller/:id', caller, p95: 40 },
    { page: 1, per_page: 50, dir: 'desc', ...query } as MovementsQuery,
    (ctx, call) => listMovements(ctx, call as never),
  );

const statement = (name: string, caller: Caller, p95: number, query = {}): Scenario =>
  pageScenario(
    { name: `statement: ${name}`, path: '/api/extract', caller, p95, prepare: summed },
    { page: 1, per_page: 50, ...query } as ExtractQuery,
    (ctx, call) => getExtract(ctx, call as never),
  );

const reports = (name: string, caller: Caller, p95: number): Scenario =>
  pageScenario(
    { name: `reports: ${name}`, path: '/api/get-reports', caller, p95, prepare: summed },
    {},
    (ctx, { actor }) => readReports(ctx, actor),
  );

export const recordScenarios: readonly Scenario[] = [
  pageScenario(
    { name: 'due lines: owner of 10,000', path: '/api/due-lines', caller: large, p95: 50 },
    { per_day: 8 },
    (ctx, call) => readDue(ctx, call as never),
  ),
  log('a month of everybody', admin, 60),
  log('a month of a large tree', large, 150),
  movements('first page', large),
  movements('page 20', large, { page: 20 }),
  movements('searched', large, { search: 'maria' }),
  statement('everybody', admin, 150),
  statement('everybody, page 20', admin, 150, { page: 20 }),
  statement('a large tree', large, 100, { tree: true }),
  statement('own', large, 40),
  reports('admin', admin, 40),
  reports('a large tree', large, 150),
];
