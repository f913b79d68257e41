/** Lists of lines with their totals, through pages, sorts and filters. */
import { pageOfLines } from '../floors/lines.ts';
import type { LineFilter, LineSort } from '@ramal/contract/lines/lines';
import type { Scope } from '../../../server/src/lines/list/line-filters.ts';
import { readPlace } from '../../../server/src/lines/list/line-places.ts';
import {
  type ListLinesInput,
  listLines,
  listLinesAt,
} from '../../../server/src/lines/list/list-lines.ts';
import { type Goal, READS_A_SECOND, type Scenario } from '../scenario.ts';
import type { Account, Fixture } from '../fixture.ts';

type View = Pick<
  ListLinesInput,
  'page' | 'sort' | 'dir' | 'status' | 'expiring' | 'suspect' | 'search'
> & {
  /** A day or the beginning of a name, instead of a page. */
  readonly from?: string;
};

const ROWS = 50;
/** The list ends where its total stops counting. */
const LAST = 10_000 / ROWS;

const view = (
  page: number,
  sort: LineSort,
  dir: 'asc' | 'desc',
  rest: Partial<View> = {},
): View => ({
  page,
  sort,
  dir,
  ...rest,
});

const filters: readonly Partial<View>[] = [
  {},
  ...(['Ativo', 'Teste', 'Desativado', 'online'] as const satisfies LineFilter[]).map((status) => ({
    status,
  })),
  ...[0, 1, 2].map((expiring) => ({ expiring })),
];

/** Every sort in both directions with every filter. */
const everyOrder = (filter: Partial<View>): View[] =>
  (['exp_date', 'username', 'created_at'] as const).flatMap((sort) =>
    (['asc', 'desc'] as const).map((dir) => view(1, sort, dir, filter)),
  );

const everyView: readonly View[] = filters.flatMap(everyOrder);

interface ListSource {
  readonly path: string;
  readonly scope: (fixture: Fixture, client: number) => Exclude<Scope, { readonly below: number }>;
  readonly account: (fixture: Fixture, client: number) => Account;
  /** Additional query parameters. */
  readonly extra?: Record<string, string>;
}

export const ownLines: ListSource = {
  path: '/api/users-iptv',
  scope: ({ large }, client) => ({ owner: large[client % large.length]!.id }),
  account: ({ large }, client) => large[client % large.length]!,
};

export const allLines: ListSource = {
  path: '/api/users-iptv-admin',
  scope: () => 'all',
  account: ({ admin }) => admin,
};

/** A large owner's whole tree: its own ten thousand lines and all lines below. */
const treeOf: ListSource = {
  path: '/api/users-iptv',
  scope: ({ large }, client) => ({ tree: large[client % large.length]!.id }),
  account: ownLines.account,
  extra: { reseller_id: 'tree' },
};

export function listScenario(
  name: string,
  source: ListSource,
  clients: number,
  goal: Goal,
  views: (fixture: Fixture) => readonly View[],
): Scenario {
  const next = (fixture: Fixture) => {
    const all = views(fixture);
    let n = 0;
    return () => all[n++ % all.length]!;
  };
  return {
    name,
    clients,
    goal,
    openRate: READS_A_SECOND,
    server: (fixture, send) => {
      const choose = next(fixture);
      return async (client) => {
        const chosen = choose();
        const query = new URLSearchParams({
          per_page: String(ROWS),
          ...source.extra,
          ...texts(chosen),
        });
        const { token } = source.account(fixture, client);
        await send({ path: `${source.path}?${query}`, token });
        return labelOf(chosen);
      };
    },
    floor: (fixture) => {
      const choose = next(fixture);
      return pageOfLines(fixture, (client) => ({
        ...choose(),
        scope: source.scope(fixture, client),
      }));
    },
    direct: (fixture) => {
      const choose = next(fixture);
      return async (client) => {
        const query = {
          ...choose(),
          perPage: ROWS,
          platform: 'iptv',
          scope: source.scope(fixture, client),
        } as const;
        const { db, clock } = fixture.app;
        const place = readPlace(query, clock);
        await (place
          ? listLinesAt(db, { ...query, place }, clock.now())
          : listLines(db, query, clock.now()));
      };
    },
  };
}

const texts = (chosen: View): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chosen)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

const labelOf = ({ page, sort, dir, status, expiring, suspect, search, from }: View): string =>
  [
    `${sort} ${dir}`,
    status,
    suspect && 'suspect',
    expiring === undefined ? undefined : `expiring ${expiring}`,
    page > 1 ? `page ${page}` : undefined,
    from === undefined ? undefined : `from ${from}`,
    search === undefined ? undefined : `«${search}»`,
  ]
    .filter(Boolean)
    .join(', ');

const goal: Goal = { waiting: 15, ofFloor: 0.25, cpu: 4 };
const firstPage: Goal = { baseline: { in: 'firstPage', times: 60 } };
const first = [view(1, 'exp_date', 'asc')];
const last = [view(LAST, 'exp_date', 'asc'), view(LAST, 'username', 'asc')];

/** The middle of a million lines, which no page number reaches. */
const deep = (['asc', 'desc'] as const).flatMap((dir) => [
  view(1, 'exp_date', dir, { from: '2026-06-01' }),
  view(1, 'username', dir, { from: '5' }),
  view(1, 'created_at', dir, { from: '2025-06-01' }),
]);

export const listScenarios: readonly Scenario[] = [
  listScenario('own 10,000: first page, one client', ownLines, 1, firstPage, () => first),
  listScenario('own 10,000: first page', ownLines, 8, goal, () => first),
  listScenario('own 10,000: last page', ownLines, 8, goal, () => last),
  listScenario('own 10,000: every sort and filter', ownLines, 8, goal, () => everyView),
  listScenario('a tree: every sort and filter', treeOf, 8, goal, () => everyView),
  listScenario("admin's all: first page, one client", allLines, 1, firstPage, () => first),
  listScenario("admin's all: first page", allLines, 8, goal, () => first),
  listScenario("admin's all: last page", allLines, 8, goal, () => last),
  listScenario("admin's all: from a day or a name", allLines, 8, goal, () => deep),
  listScenario("admin's all: every sort and filter", allLines, 8, goal, () => [
    ...everyView,
    ...everyOrder({ suspect: true }),
  ]),
];
