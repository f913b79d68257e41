/**
 * Scenarios for «Números»: figures and rows of a seller, of a large account and of all accounts.
 */
import { rollUpNumbers } from '../../../server/src/numbers/numbers.ts';
import type { Scenario } from '../scenario.ts';
import { admin, type Caller, large, pageScenario, type Query, seller } from './callers.ts';

/** Limit in ms for every view, with a million lines. */
const P95_MS = 50;

/** Number of lines that change in a minute, which is several times that of monthly renewals. */
const CHANGED_LINES = 100;

/** Job of the worker that runs every minute. The scenario calls it without HTTP. */
const rollUp: Scenario = {
  name: 'numbers: changed accounts rolled up',
  clients: 1,
  goal: { p95: 5_000 },
  server: (fixture) => async () => {
    await fixture.pool.query(
      `insert into changed_lines select id from lines
       where id in (select 1 + floor(random() * $1)::bigint from generate_series(1, $2))`,
      [fixture.size.lines, CHANGED_LINES],
    );
    await rollUpNumbers(fixture.app);
  },
};

const figures = (name: string, caller: Caller, query: Query = {}): Scenario =>
  pageScenario(`numbers: ${name}`, { path: '/api/numbers', caller, query, goal: { p95: P95_MS } });

const rows = (figure: string, name: string, caller: Caller, query: Query = {}): Scenario =>
  pageScenario(`numbers: rows of ${figure}, ${name}`, {
    path: `/api/numbers/rows/${figure}`,
    caller,
    query: { per_page: 50, ...query },
    goal: { p95: P95_MS },
  });

const call = (path: string, name: string, caller: Caller, query: Query = {}): Scenario =>
  pageScenario(`numbers: ${name}`, {
    path: `/api/numbers/${path}`,
    caller,
    query,
    goal: { p95: P95_MS },
  });

export const numberScenarios: readonly Scenario[] = [
  rollUp,
  figures('typical', seller),
  figures('owner of 10,000', large),
  figures('a large tree', large, { scope: 'network' }),
  figures('everybody', admin, { scope: 'network' }),
  call('groups', 'by reseller', admin, { scope: 'network', by: 'reseller' }),
  call('cohorts', 'cohorts', large),
  call('costs', 'costs', large),
  rows('customers', 'owner of 10,000', large),
  rows('churn', 'owner of 10,000', large),
  rows('changed', 'owner of 10,000', large),
  rows('received', 'owner of 10,000', large),
  rows('customers', 'everybody', admin, { scope: 'network' }),
  rows('churn', 'everybody', admin, { scope: 'network' }),
];
