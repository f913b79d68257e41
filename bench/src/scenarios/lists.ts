/** Lists of lines with their totals: pages, sorts and filters as somebody clicks through them. */
import type { LineFilter, LineSort } from '@ramal/contract/lines';
import type { Scope } from '../../../server/src/lines/line-filters.ts';
import { type ListLinesInput, listLines } from '../../../server/src/lines/list-lines.ts';
import type { Goal, Scenario } from '../scenario.ts';
import type { Person, Stage } from '../stage.ts';

type View = Pick<
  ListLinesInput,
  'page' | 'sort' | 'dir' | 'status' | 'expiring' | 'suspect' | 'search'
>;

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

/** Every sort both ways under every filter. */
const everyOrder = (filter: Partial<View>): View[] =>
  (['exp_date', 'username', 'created_at'] as const).flatMap((sort) =>
    (['asc', 'desc'] as const).map((dir) => view(1, sort, dir, filter)),
  );

const everyView: readonly View[] = filters.flatMap(everyOrder);

export interface Whose {
  readonly path: string;
  readonly scope: (stage: Stage, client: number) => Scope;
  readonly person: (stage: Stage, client: number) => Person;
  /** What else the query says. */
  readonly extra?: Record<string, string>;
}

export const own: Whose = {
  path: '/api/users-iptv',
  scope: ({ large }, client) => ({ owner: large[client % large.length]!.id }),
  person: ({ large }, client) => large[client % large.length]!,
};

export const everybodys: Whose = {
  path: '/api/users-iptv-admin',
  scope: () => 'all',
  person: ({ admin }) => admin,
};

/** A large owner's whole tree: its own ten thousand and everybody's below. */
const treeOf: Whose = {
  path: '/api/users-iptv',
  scope: ({ large }, client) => ({ tree: large[client % large.length]!.id }),
  person: own.person,
  extra: { reseller_id: 'tree' },
};

export function listScenario(
  name: string,
  whose: Whose,
  clients: number,
  goal: Goal,
  views: (stage: Stage) => readonly View[],
): Scenario {
  const next = (stage: Stage) => {
    const all = views(stage);
    let turn = 0;
    return () => all[turn++ % all.length]!;
  };
  return {
    name,
    clients,
    goal,
    product: (stage, ask) => {
      const choose = next(stage);
      return async (client) => {
        const chosen = choose();
        const query = new URLSearchParams({
          per_page: String(ROWS),
          ...whose.extra,
          ...texts(chosen),
        });
        const { token } = whose.person(stage, client);
        await ask({ path: `${whose.path}?${query}`, token });
        return labelOf(chosen);
      };
    },
    floor: (stage) => {
      const choose = next(stage);
      return async (client) => {
        const asked = {
          ...choose(),
          per_page: ROWS,
          platform: 'iptv',
          scope: whose.scope(stage, client),
        } as const;
        await listLines(stage.floor.db, asked, new Date());
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

const labelOf = ({ page, sort, dir, status, expiring, suspect, search }: View): string =>
  [
    `${sort} ${dir}`,
    status,
    suspect && 'suspect',
    expiring === undefined ? undefined : `expiring ${expiring}`,
    page > 1 ? `page ${page}` : undefined,
    search === undefined ? undefined : `«${search}»`,
  ]
    .filter(Boolean)
    .join(', ');

const goal: Goal = { p95: 25, ofFloor: 0.2 };
const firstPage: Goal = { peer: { in: 'firstPage', times: 50 } };
const first = [view(1, 'exp_date', 'asc')];
const last = [view(LAST, 'exp_date', 'asc'), view(LAST, 'username', 'asc')];

export const lists: readonly Scenario[] = [
  listScenario('own 10,000: first page, one client', own, 1, firstPage, () => first),
  listScenario('own 10,000: first page', own, 8, goal, () => first),
  listScenario('own 10,000: last page', own, 8, goal, () => last),
  listScenario('own 10,000: every sort and filter', own, 8, goal, () => everyView),
  listScenario('a tree: every sort and filter', treeOf, 8, goal, () => everyView),
  listScenario("admin's all: first page, one client", everybodys, 1, firstPage, () => first),
  listScenario("admin's all: first page", everybodys, 8, goal, () => first),
  listScenario("admin's all: last page", everybodys, 8, goal, () => last),
  listScenario("admin's all: every sort and filter", everybodys, 8, goal, () => [
    ...everyView,
    ...everyOrder({ suspect: true }),
  ]),
];
