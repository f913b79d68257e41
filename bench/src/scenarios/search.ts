/** Looking for a customer: by a piece of the user name, by a name half of them have. */
import { findLines } from '../../../server/src/lines/find-lines.ts';
import { admin, large, reading } from '../reading.ts';
import type { Scenario } from '../scenario.ts';
import type { SoldLine, Stage } from '../stage.ts';
import { everybodys, listScenario, own } from './lists.ts';

const TERMS = 200;

const searching = (terms: (stage: Stage) => readonly string[]) => (stage: Stage) =>
  terms(stage).map((search) => ({ page: 1, sort: 'exp_date', dir: 'asc', search }) as const);

/** Six figures out of a user name; in a million lines a few hold them. */
const rare = (lines: readonly SoldLine[]) =>
  lines.slice(0, TERMS).map(({ username }) => username.slice(2, 8));

/** A whole name, the end of a number, three figures: from few to very many. */
const mixed = (lines: readonly SoldLine[]) =>
  lines
    .slice(0, TERMS / 4)
    .flatMap(({ note, whatsapp, username }) => [
      note,
      whatsapp?.slice(-4) ?? note,
      username.slice(0, 3),
    ]);

const common = () => ['silva', 'maria', '55', '2026', 'ão'];

const ofLarge = ({ linesOfLarge }: Stage) => linesOfLarge;
const ofAll = ({ playing }: Stage) => playing;

export const searches: readonly Scenario[] = [
  listScenario(
    'search own: rare',
    own,
    8,
    { p95: 40 },
    searching((stage) => rare(ofLarge(stage))),
  ),
  listScenario(
    'search own: mixed',
    own,
    8,
    { p95: 40 },
    searching((stage) => mixed(ofLarge(stage))),
  ),
  listScenario('search own: common', own, 8, { p95: 40 }, searching(common)),
  ...[1, 8].flatMap((clients) => {
    const goal = { p95: clients === 1 ? 60 : 150 };
    return [
      listScenario(
        `search all: rare, ${clients}`,
        everybodys,
        clients,
        goal,
        searching((stage) => rare(ofAll(stage))),
      ),
      listScenario(
        `search all: mixed, ${clients}`,
        everybodys,
        clients,
        goal,
        searching((stage) => mixed(ofAll(stage))),
      ),
      listScenario(`search all: common, ${clients}`, everybodys, clients, goal, searching(common)),
    ];
  }),
  reading(
    { name: 'palette: a name, own tree', path: '/api/find-lines', who: large, p95: 150 },
    { search: 'maria' },
    findLines,
  ),
  reading(
    { name: 'palette: a name, all', path: '/api/find-lines', who: admin, p95: 150 },
    { search: 'maria' },
    findLines,
  ),
];
