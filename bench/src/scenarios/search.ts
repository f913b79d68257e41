/** Searches for customers by a part of the user name, a rare or a common name. */
import { findLines } from '../../../server/src/lines/list/find-lines.ts';
import { admin, large, pageScenario } from '../page-scenario.ts';
import type { Scenario } from '../scenario.ts';
import type { SoldLine, Fixture } from '../fixture.ts';
import { allLines, listScenario, ownLines } from './lists.ts';

const TERMS = 200;

const searching = (terms: (fixture: Fixture) => readonly string[]) => (fixture: Fixture) =>
  terms(fixture).map((search) => ({ page: 1, sort: 'exp_date', dir: 'asc', search }) as const);

/** Six digits from a user name, which a few of a million lines contain. */
const rare = (lines: readonly SoldLine[]) =>
  lines.slice(0, TERMS).map(({ username }) => username.slice(2, 8));

/** A whole name, the end of a number, three digits: from few to very many matches. */
const mixed = (lines: readonly SoldLine[]) =>
  lines
    .slice(0, TERMS / 4)
    .flatMap(({ note, whatsapp, username }) => [
      note,
      whatsapp?.slice(-4) ?? note,
      username.slice(0, 3),
    ]);

const common = () => ['silva', 'maria', '55', '2026', 'ão'];

const ofLarge = ({ linesOfLarge }: Fixture) => linesOfLarge;
const ofAll = ({ playing }: Fixture) => playing;

export const searchScenarios: readonly Scenario[] = [
  listScenario(
    'search own: rare',
    ownLines,
    8,
    { p95: 40 },
    searching((fixture) => rare(ofLarge(fixture))),
  ),
  listScenario(
    'search own: mixed',
    ownLines,
    8,
    { p95: 40 },
    searching((fixture) => mixed(ofLarge(fixture))),
  ),
  listScenario('search own: common', ownLines, 8, { p95: 40 }, searching(common)),
  ...[1, 8].flatMap((clients) => {
    const goal = { p95: clients === 1 ? 60 : 80 };
    return [
      listScenario(
        `search all: rare, ${clients}`,
        allLines,
        clients,
        goal,
        searching((fixture) => rare(ofAll(fixture))),
      ),
      listScenario(
        `search all: mixed, ${clients}`,
        allLines,
        clients,
        goal,
        searching((fixture) => mixed(ofAll(fixture))),
      ),
      listScenario(`search all: common, ${clients}`, allLines, clients, goal, searching(common)),
    ];
  }),
  pageScenario(
    {
      name: 'palette: a name, own tree',
      path: '/api/find-lines',
      caller: large,
      goal: { p95: 100 },
    },
    { search: 'maria' },
    findLines,
  ),
  pageScenario(
    { name: 'palette: a name, all', path: '/api/find-lines', caller: admin, goal: { p95: 100 } },
    { search: 'maria' },
    findLines,
  ),
];
