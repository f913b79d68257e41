/**
 * Scenarios for the first screen after the sign-in, the tree of resellers, and the records: due
 * lines, log, movements, statement and charts.
 */
import { proveLedger } from '../../../server/src/credits/credits.ts';
import { rollUpTreeTotals } from '../../../server/src/dashboard/roll-up-tree-totals.ts';
import {
  HOME,
  LEVEL,
  MOVEMENTS,
  MOVEMENTS_SEARCHED,
  STATEMENT_OF_ALL,
  STATEMENT_OF_ONE,
  statement,
} from '../floors/records.ts';
import type { Scenario } from '../scenario.ts';
import { type Caller, type Query, admin, large, pageScenario, seller } from './callers.ts';

type Floor = Scenario['floor'];

/**
 * Job of the worker that runs every minute. The scenario calls it without HTTP. The dashboard
 * scenarios read the totals that it stores.
 */
const rollUp: Scenario = {
  name: 'dashboard: all trees rolled up',
  clients: 1,
  goal: { p95: 1_100 },
  server: (fixture) => async () => {
    await fixture.pool.query(
      'insert into changed_owners select 2 + floor(random() * $1)::bigint from generate_series(1, $2)',
      [fixture.size.resellers, CHANGED_OWNERS],
    );
    await rollUpTreeTotals(fixture.app);
  },
};

/**
 * Number of owners whose lines change in a minute: several times as many as monthly renewals cause.
 */
const CHANGED_OWNERS = 100;

/**
 * Job of the worker that runs every night and proves the ledger. The first call closes the months.
 */
const proof: Scenario = {
  name: 'ledger: the nightly proof',
  clients: 1,
  goal: {},
  server: (fixture) => async () => void (await proveLedger(fixture.app)),
};

const dashboard = (name: string, caller: Caller, p95: number): Scenario =>
  pageScenario(`dashboard: ${name}`, {
    path: '/api/dash-reseller',
    caller,
    goal: { p95 },
    floor: statement('home', HOME, (fixture, client) => [caller(fixture, client).id]),
  });

const resellers = (name: string, caller: Caller, query: Query, path = '/api/reg-users') =>
  pageScenario(`resellers: ${name}`, {
    path,
    caller,
    query: path === '/api/reg-users' ? { per_page: 50, ...query } : query,
    goal: { p95: 40 },
    floor:
      path === '/api/tree-level'
        ? statement('level', LEVEL, (fixture, client) => [caller(fixture, client).id])
        : undefined,
  });

const record =
  (kind: string, path: string, defaults: Query = {}) =>
  (
    name: string,
    caller: Caller,
    query: Query = {},
    more: { floor?: Floor; alone?: boolean } = {},
  ): Scenario =>
    pageScenario(`${kind}: ${name}`, {
      path,
      caller,
      query: { ...defaults, ...query },
      goal: { p95: 50 },
      ...more,
    });

const dueLines = record('due lines', '/api/due-lines');
const messages = record('messages of today', '/api/messages-today');
const log = record('log', '/api/log', { per_page: 50 });
const movements = record('movements', '/api/logs-reseller/:id', {
  per_page: 50,
  sort: 'registered',
});
const extract = record('statement', '/api/extract', { per_page: 50 });
const reports = record('reports', '/api/get-reports');

const ofWallet = statement('movements', MOVEMENTS, (fixture, client) => [
  large(fixture, client).wallet,
]);
const ofAll = statement('sums', STATEMENT_OF_ALL, () => []);
const ofAccount = statement('own-sums', STATEMENT_OF_ONE, (fixture, client) => [
  large(fixture, client).id,
]);
const searchedInWallet = statement('movements-searched', MOVEMENTS_SEARCHED, (fixture, client) => [
  large(fixture, client).wallet,
  '%maria%',
  large(fixture, client).id,
]);

export const pageScenarios: readonly Scenario[] = [
  rollUp,
  proof,
  dashboard('admin', admin, 12),
  dashboard('typical', seller, 12),
  dashboard('owner of 10,000', large, 40),
  resellers('50 rows', admin, {}),
  resellers('last page', admin, { page: 200 }),
  resellers('by actives in the tree', admin, { sort: 'tree_actives', dir: 'desc' }),
  resellers('by own actives', admin, { sort: 'total_actives', dir: 'desc' }),
  resellers('by credits', admin, { sort: 'credits', dir: 'desc' }),
  resellers('searched', admin, { search: 'maria' }),
  resellers('searched, most match', admin, { search: 'a' }),
  resellers('idle', admin, { status: 'idle' }),
  resellers('own children', large, { sort: 'tree_actives', dir: 'desc' }),
  resellers('top of the tree', admin, {}, '/api/tree-level'),
  resellers('a level of the tree', large, {}, '/api/tree-level'),
  resellers('tree searched', admin, { search: 'maria' }, '/api/tree-search'),
  resellers('own tree searched', large, { search: 'maria' }, '/api/tree-search'),
  dueLines('owner of 10,000', large, { per_day: 8 }),
  messages('count, typical', seller, { limit: 0 }),
  messages('count, owner of 10,000', large, { limit: 0 }),
  messages('list, owner of 10,000', large),
  log('a month of everybody', admin),
  log('a month of a large tree', large),
  movements('first page', large, {}, { floor: ofWallet }),
  movements('page 20', large, { page: 20 }),
  movements('searched', large, { search: 'maria' }, { floor: searchedInWallet }),
  movements('a large tree', large, { tree: true }),
  movements('a large tree, searched, 1', large, { tree: true, search: 'maria' }, { alone: true }),
  extract('everybody', admin, {}, { floor: ofAll }),
  extract('everybody, page 20', admin, { page: 20 }),
  extract('a large tree', large, { tree: true }),
  extract('own', large, {}, { floor: ofAccount }),
  reports('admin', admin),
  reports('a large tree', large),
];
