/**
 * Scenarios for «Números»: figures and rows of a seller, of a large account, of a network and of all
 * accounts.
 */
import { type FigureKey, figureKeys } from '../../../contract/src/numbers/figures.ts';
import { groupings, trialGroupings } from '../../../contract/src/numbers/numbers.ts';
import { rollUpNumbers } from '../../../server/src/numbers/numbers.ts';
import type { Scenario } from '../scenario.ts';
import {
  admin,
  type Caller,
  large,
  master,
  pageScenario,
  type Query,
  queryText,
  seller,
} from './callers.ts';

/** Limit in ms for every view, with a million lines. */
const P95_MS = 50;

/** Number of lines that change before each run. Renewals change fewer lines per minute. */
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

interface NumbersCall {
  readonly path: string;
  readonly caller: Caller;
  readonly query?: Query;
}

/** Calls with one client for the goal, then with eight clients at once without one. */
const call = (name: string, { path, caller, query }: NumbersCall): Scenario[] =>
  [true, false].map((alone) =>
    pageScenario(`numbers: ${name}, ${alone ? 1 : 8}`, {
      path: `/api/numbers${path}`,
      caller,
      ...(query ? { query } : {}),
      alone,
      goal: alone ? { p95: P95_MS } : {},
    }),
  );

interface View {
  readonly path: string;
  readonly query: Query;
}

/** Opens several views in turn with one client. Each view must meet the limit. */
function everyView(name: string, caller: Caller, views: readonly View[]): Scenario {
  return {
    name: `numbers: ${name}`,
    clients: 1,
    goal: { p95: P95_MS },
    server: (fixture, send) => {
      let next = 0;
      return async (client) => {
        const { path, query } = views[next % views.length]!;
        next += 1;
        const text = queryText(query);
        await send({
          path: `/api/numbers${path}?${text}`,
          token: caller(fixture, client).token,
        });
        return `${path} ${text}`;
      };
    },
  };
}

const rowsOf = (figure: FigureKey, query: Query): View => ({
  path: `/rows/${figure}`,
  query: { per_page: 50, ...query },
});

const groups = (query: Query): View[] =>
  groupings.map((by) => ({ path: '/groups', query: { by, ...query } }));

const trials: View[] = trialGroupings.map((by) => ({ path: '/trials', query: { by } }));

/** Figures about customers, which exist for a network too. */
const customerFigures: readonly FigureKey[] = [
  'customers',
  'base',
  'new',
  'recovered',
  'changed',
  'lost',
  'retention',
];

const partsOfChurn = (query: Query): View[] =>
  (['numerator', 'denominator', 'rest'] as const).map((part) =>
    rowsOf('churn', { part, ...query }),
  );

const ownRows: readonly View[] = [
  ...figureKeys.map((figure) => rowsOf(figure, {})),
  ...partsOfChurn({}),
  rowsOf('cohort', { age: 1 }),
  rowsOf('cohort', { age: 6, part: 'denominator' }),
  rowsOf('customers', { platform: 'iptv', plan: 30, origin: 'storefront' }),
  rowsOf('customers', { page: 20 }),
  rowsOf('customers', { search: 'maria' }),
  rowsOf('customers', { sort: 'name' }),
  rowsOf('churn', { sort: 'cents' }),
];

const networkRows: readonly View[] = [
  ...customerFigures.map((figure) => rowsOf(figure, { scope: 'network' })),
  ...partsOfChurn({ scope: 'network' }),
  rowsOf('churn', { scope: 'network', reason: 'not-renewed' }),
  rowsOf('credits-sold', { scope: 'network' }),
  rowsOf('customers', { scope: 'network', platform: 'p2p' }),
  rowsOf('customers', { scope: 'network', plan: 90, origin: 'referral' }),
];

const network = { scope: 'network' } as const;

export const numberScenarios: readonly Scenario[] = [
  rollUp,
  ...call('typical', { path: '', caller: seller }),
  ...call('owner of 10,000', { path: '', caller: large }),
  ...call('a large tree', { path: '', caller: large, query: network }),
  ...call('everybody', { path: '', caller: admin, query: network }),
  ...call('groups by reseller', {
    path: '/groups',
    caller: admin,
    query: { by: 'reseller', ...network },
  }),
  ...call('cohorts', { path: '/cohorts', caller: large }),
  ...call('costs', { path: '/costs', caller: large }),
  everyView('groups, owner of 10,000', large, [...groups({}), ...trials]),
  everyView('groups, everybody', admin, groups(network)),
  everyView('rows, typical', seller, ownRows),
  everyView('rows, owner of 10,000', large, ownRows),
  everyView('rows, a small tree', master, networkRows),
  everyView('rows, a large tree', large, networkRows),
  everyView('rows, everybody', admin, networkRows),
];
