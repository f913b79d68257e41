/** What was done and moved: the log, the movements of a wallet, the statement, the charts, and the board of who falls due. */
import { getExtract } from '../../../server/src/credits/extract.ts';
import { listMovements } from '../../../server/src/credits/list-movements.ts';
import { sumMovementMonths } from '../../../server/src/credits/movement-months.ts';
import { readDue } from '../../../server/src/dashboard/due-lines.ts';
import { getLog } from '../../../server/src/events/read-log.ts';
import { readReports } from '../../../server/src/reports/read-reports.ts';
import { countLineMonths } from '../../../server/src/reports/take-line-months.ts';
import { type Who, admin, large, reading } from '../reading.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';

const done = new WeakMap<Stage['pool'], Promise<unknown>>();

/** What the worker does every few minutes, done once for all: the product measured here runs without one. */
function summed({ pool, floor }: Stage): Promise<unknown> {
  const summing = done.get(pool) ?? sumMovementMonths(floor).then(() => countLineMonths(floor));
  done.set(pool, summing);
  return summing;
}

type LogQuery = Parameters<typeof getLog>[1]['query'] & Record<string, string | number>;
type ExtractQuery = Parameters<typeof getExtract>[1]['query'] & Record<string, string | number>;
type MovementsQuery = Parameters<typeof listMovements>[1]['query'] &
  Record<string, string | number>;

const log = (name: string, who: Who, p95: number, asked: Partial<LogQuery> = {}): Scenario =>
  reading(
    { name: `log: ${name}`, path: '/api/log', who, p95 },
    { page: 1, per_page: 50, log_type: -1, ...asked } as LogQuery,
    (ctx, call) => getLog(ctx, call as never),
  );

const movements = (name: string, who: Who, asked: Partial<MovementsQuery> = {}): Scenario =>
  reading(
    { name: `movements: ${name}`, path: '/api/logs-reseller/:id', who, p95: 40 },
    { page: 1, per_page: 50, dir: 'desc', ...asked } as MovementsQuery,
    (ctx, call) => listMovements(ctx, call as never),
  );

const statement = (name: string, who: Who, p95: number, asked = {}): Scenario =>
  reading(
    { name: `statement: ${name}`, path: '/api/extract', who, p95, prepare: summed },
    { page: 1, per_page: 50, ...asked } as ExtractQuery,
    (ctx, call) => getExtract(ctx, call as never),
  );

const reports = (name: string, who: Who, p95: number): Scenario =>
  reading(
    { name: `reports: ${name}`, path: '/api/get-reports', who, p95, prepare: summed },
    {},
    (ctx, { actor }) => readReports(ctx, actor),
  );

export const records: readonly Scenario[] = [
  reading(
    { name: 'due lines: owner of 10,000', path: '/api/due-lines', who: large, p95: 50 },
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
