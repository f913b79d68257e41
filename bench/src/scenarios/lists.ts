/** Scenarios for lists of lines with their totals, by page, sort order and filter. */
import type { LineSort } from '@ramal/contract/lines/lines';
import { type FloorView, pageOfLines } from '../floors/lines.ts';
import type { Fixture } from '../fixture.ts';
import { type Goal, READS_A_SECOND, type Scenario } from '../scenario.ts';
import { type Caller, type Query, admin, large, queryText } from './callers.ts';

type View = Omit<FloorView, 'scope'>;

const ROWS = 50;
/**
 * Number of the last page of a long list. Totals count at most 10,000 rows, and page numbers end
 * there.
 */
const LAST = 10_000 / ROWS;

const view = (page: number, sort: LineSort, dir: 'asc' | 'desc', rest?: Partial<View>): View => ({
  page,
  sort,
  dir,
  ...rest,
});

const filters: readonly Partial<View>[] = [
  {},
  ...['Ativo', 'Teste', 'Desativado', 'online'].map((status) => ({ status })),
  ...[0, 1, 2].map((expiring) => ({ expiring })),
];

/** Returns views with every sort order in both directions, for each filter. */
const everyOrder = (filter: Partial<View>): View[] =>
  (['exp_date', 'username', 'created_at'] as const).flatMap((sort) =>
    (['asc', 'desc'] as const).map((dir) => view(1, sort, dir, filter)),
  );

const everyView: readonly View[] = filters.flatMap(everyOrder);

interface ListSource {
  readonly path: string;
  readonly caller: Caller;
  readonly scope: (ownerId: number) => FloorView['scope'];
  /** Additional query parameters. */
  readonly extra?: Query;
}

export const ownLines: ListSource = {
  path: '/api/users-iptv',
  caller: large,
  scope: (owner) => ({ owner }),
};

export const allLines: ListSource = {
  path: '/api/users-iptv-admin',
  caller: admin,
  scope: () => 'all',
};

/** List of the lines of a large owner and all its descendants. */
const treeLines: ListSource = {
  ...ownLines,
  scope: (tree) => ({ tree }),
  extra: { reseller_id: 'tree' },
};

export function listScenario(
  name: string,
  { path, caller, scope, extra }: ListSource,
  clients: number,
  goal: Goal,
  views: (fixture: Fixture) => readonly View[],
): Scenario {
  const inRotation = (fixture: Fixture) => {
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
      const next = inRotation(fixture);
      return async (client) => {
        const chosen = next();
        const query = queryText({ per_page: ROWS, ...extra, ...chosen });
        await send({ path: `${path}?${query}`, token: caller(fixture, client).token });
        return labelOf(chosen);
      };
    },
    floor: (fixture) => {
      const next = inRotation(fixture);
      return pageOfLines(fixture, (client) => ({
        ...next(),
        scope: scope(caller(fixture, client).id),
      }));
    },
  };
}

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
const firstPage: Goal = { baseline: { figure: 'firstPage', times: 60 } };
const first = () => [view(1, 'exp_date', 'asc')];
const last = () => [view(LAST, 'exp_date', 'asc'), view(LAST, 'username', 'asc')];
const every = () => everyView;

/**
 * Pages in the middle of a million lines. Page numbers do not reach them, so they need a cursor.
 */
const deep = (['asc', 'desc'] as const).flatMap((dir) => [
  view(1, 'exp_date', dir, { from: '2026-06-01' }),
  view(1, 'username', dir, { from: '5' }),
  view(1, 'created_at', dir, { from: '2025-06-01' }),
]);

export const listScenarios: readonly Scenario[] = [
  listScenario('own 10,000: first page, one client', ownLines, 1, firstPage, first),
  listScenario('own 10,000: first page', ownLines, 8, goal, first),
  listScenario('own 10,000: last page', ownLines, 8, goal, last),
  listScenario('own 10,000: every sort and filter', ownLines, 8, goal, every),
  listScenario('a tree: every sort and filter', treeLines, 8, goal, every),
  listScenario("admin's all: first page, one client", allLines, 1, firstPage, first),
  listScenario("admin's all: first page", allLines, 8, goal, first),
  listScenario("admin's all: last page", allLines, 8, goal, last),
  listScenario("admin's all: from a day or a name", allLines, 8, goal, () => deep),
  listScenario("admin's all: every sort and filter", allLines, 8, goal, () => [
    ...everyView,
    ...everyOrder({ suspect: true }),
  ]),
];
