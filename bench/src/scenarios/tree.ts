/** The tree of resellers: its list for an admin, one level of it, and its search. */
import { rollUpTreeTotals } from '../../../server/src/dashboard/take-tree-totals.ts';
import { listResellers } from '../../../server/src/resellers/list/list-resellers.ts';
import { searchResellers } from '../../../server/src/resellers/list/search-resellers.ts';
import { getTreeLevel } from '../../../server/src/resellers/tree/tree-level.ts';
import { LEVEL, statement } from '../floors/records.ts';
import { type Caller, admin, large, pageScenario } from '../page-scenario.ts';
import type { Scenario } from '../scenario.ts';
import type { Fixture } from '../fixture.ts';

const done = new WeakMap<Fixture['pool'], Promise<number>>();

/** Runs the worker's job once, because the measured server has no worker. */
function rolledUp({ pool, app }: Fixture): Promise<number> {
  const rolling = done.get(pool) ?? rollUpTreeTotals(app);
  done.set(pool, rolling);
  return rolling;
}

type ListQuery = Parameters<typeof listResellers>[1]['query'];

const list = (name: string, caller: Caller, query: Partial<ListQuery>): Scenario =>
  pageScenario(
    {
      name: `resellers: ${name}`,
      path: '/api/reg-users',
      caller,
      goal: { p95: 40 },
      prepare: rolledUp,
    },
    { page: 1, perPage: 50, sort: 'username', dir: 'asc', ...query } as ListQuery &
      Record<string, string | number>,
    listResellers,
  );
const level = (name: string, caller: Caller): Scenario =>
  pageScenario(
    {
      name: `resellers: ${name}`,
      path: '/api/tree-level',
      caller,
      goal: { p95: 40 },
      floor: statement('level', LEVEL, (fixture, client) => [caller.account(fixture, client).id]),
      prepare: rolledUp,
    },
    { page: 1 },
    getTreeLevel,
  );
const search = (name: string, caller: Caller, text: string): Scenario =>
  pageScenario(
    {
      name: `resellers: ${name}`,
      path: '/api/tree-search',
      caller,
      goal: { p95: 40 },
      prepare: rolledUp,
    },
    { search: text },
    searchResellers,
  );

export const treeScenarios: readonly Scenario[] = [
  list('50 rows', admin, {}),
  list('last page', admin, { page: 200 }),
  list('by actives in the tree', admin, { sort: 'tree_actives', dir: 'desc' }),
  list('by own actives', admin, { sort: 'total_actives', dir: 'desc' }),
  list('by credits', admin, { sort: 'credits', dir: 'desc' }),
  list('searched', admin, { search: 'maria' }),
  list('searched, most match', admin, { search: 'a' }),
  list('idle', admin, { status: 'idle' }),
  list('own children', large, { sort: 'tree_actives', dir: 'desc' }),
  level('top of the tree', admin),
  level('a level of the tree', large),
  search('tree searched', admin, 'maria'),
  search('own tree searched', large, 'maria'),
];
