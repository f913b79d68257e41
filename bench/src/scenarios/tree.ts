/** The tree of resellers: its list as an admin sees it, one level of it, and the search through it. */
import { rollUpTreeTotals } from '../../../server/src/dashboard/take-tree-totals.ts';
import type { Actor } from '../../../server/src/foundation/actor.ts';
import type { House } from '../../../server/src/foundation/house.ts';
import { listResellers } from '../../../server/src/resellers/list-resellers.ts';
import { searchResellers } from '../../../server/src/resellers/search-resellers.ts';
import { getTreeLevel } from '../../../server/src/resellers/tree-level.ts';
import type { Goal, Scenario } from '../scenario.ts';
import type { Person, Stage } from '../stage.ts';

interface Who {
  readonly person: (stage: Stage, client: number) => Person;
  readonly profile: 'admin' | 'reseller';
}

const admin: Who = { person: ({ admin: one }) => one, profile: 'admin' };
/** Near the root: thousands below. */
const large: Who = {
  person: (stage, client) => stage.large[client % stage.large.length]!,
  profile: 'reseller',
};

const done = new WeakMap<Stage['pool'], Promise<number>>();

/** What the worker does once a minute, done once for all: the product measured here runs without one. */
function rolledUp({ pool, floor }: Stage): Promise<number> {
  const rolling = done.get(pool) ?? rollUpTreeTotals(floor);
  done.set(pool, rolling);
  return rolling;
}

/** The same reading over HTTP and on the floor's connections. */
function reading<Query extends Record<string, string | number>>(
  name: string,
  path: string,
  who: Who,
  goal: Goal,
  query: Query,
  read: (house: House, asked: { actor: Actor; query: Query }) => Promise<unknown>,
): Scenario {
  const address = `${path}?${new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  )}`;
  return {
    name: `resellers: ${name}`,
    clients: 8,
    goal,
    product: async (stage, ask) => {
      await rolledUp(stage);
      return async (client) => {
        await ask({ path: address, token: who.person(stage, client).token });
      };
    },
    floor: (stage) => async (client) => {
      await rolledUp(stage);
      const actor = { id: who.person(stage, client).id, profile: who.profile } as Actor;
      await read(stage.floor, { actor, query });
    },
  };
}

type ListQuery = Parameters<typeof listResellers>[1]['query'];

const list = (name: string, who: Who, p95: number, asked: Partial<ListQuery>): Scenario =>
  reading(
    name,
    '/api/reg-users',
    who,
    { p95 },
    { page: 1, per_page: 50, sort: 'username', dir: 'asc', ...asked } as ListQuery &
      Record<string, string | number>,
    listResellers,
  );
const level = (name: string, who: Who): Scenario =>
  reading(name, '/api/tree-level', who, { p95: 40 }, { page: 1 }, getTreeLevel);
const search = (name: string, who: Who, text: string): Scenario =>
  reading(name, '/api/tree-search', who, { p95: 60 }, { search: text }, searchResellers);

export const trees: readonly Scenario[] = [
  list('50 rows', admin, 40, {}),
  list('last page', admin, 40, { page: 200 }),
  list('by actives in the tree', admin, 60, { sort: 'tree_actives', dir: 'desc' }),
  list('by own actives', admin, 60, { sort: 'total_actives', dir: 'desc' }),
  list('by credits', admin, 60, { sort: 'credits', dir: 'desc' }),
  list('searched', admin, 60, { search: 'maria' }),
  list('searched, most match', admin, 60, { search: 'a' }),
  list('idle', admin, 60, { status: 'idle' }),
  list('own children', large, 40, { sort: 'tree_actives', dir: 'desc' }),
  level('top of the tree', admin),
  level('a level of the tree', large),
  search('tree searched', admin, 'maria'),
  search('own tree searched', large, 'maria'),
];
