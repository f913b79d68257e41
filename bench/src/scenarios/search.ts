/** Searches for customers by a part of the user name, by a rare name or by a common name. */
import type { Fixture, SoldLine } from '../fixture.ts';
import type { Scenario } from '../scenario.ts';
import { admin, large, pageScenario } from './callers.ts';
import { allLines, listScenario, ownLines } from './lists.ts';

const TERMS = 200;

const kinds: readonly (readonly [string, (lines: readonly SoldLine[]) => readonly string[]])[] = [
  // Searches six digits of a user name, which a few of a million lines contain.
  ['rare', (lines) => lines.slice(0, TERMS).map(({ username }) => username.slice(2, 8))],
  // Searches with few to very many matches: a whole name, the end of a number, and three digits.
  [
    'mixed',
    (lines) =>
      lines
        .slice(0, TERMS / 4)
        .flatMap(({ note, whatsapp, username }) => [
          note,
          whatsapp?.slice(-4) ?? note,
          username.slice(0, 3),
        ]),
  ],
  ['common', () => ['silva', 'maria', '55', '2026', 'ão']],
];

const searching = (terms: readonly string[]) =>
  terms.map((search) => ({ page: 1, sort: 'exp_date', dir: 'asc', search }) as const);

const palette = (name: string, caller: typeof admin): Scenario =>
  pageScenario(`palette: a name, ${name}`, {
    path: '/api/find-lines',
    caller,
    query: { search: 'maria' },
    goal: { p95: 100 },
  });

export const searchScenarios: readonly Scenario[] = [
  ...kinds.map(([kind, terms]) =>
    listScenario(`search own: ${kind}`, ownLines, 8, { p95: 40 }, ({ linesOfLarge }: Fixture) =>
      searching(terms(linesOfLarge)),
    ),
  ),
  ...[1, 8].flatMap((clients) =>
    kinds.map(([kind, terms]) => {
      const goal = { p95: clients === 1 ? 60 : 80 };
      return listScenario(
        `search all: ${kind}, ${clients}`,
        allLines,
        clients,
        goal,
        ({ playing }) => searching(terms(playing)),
      );
    }),
  ),
  palette('own tree', large),
  palette('all', admin),
];
