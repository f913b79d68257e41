/** Searches, sorts and cuts a page out of an answer that contains all rows. */
import type { Column } from '../table/columns.ts';
import { sortRows } from '../table/sort-rows.ts';
import type { ListPage } from './list.ts';
import type { ListState } from './list-params.ts';

export function wholePage<Row>(
  rows: readonly Row[] | undefined,
  state: ListState,
  columns: readonly Column<Row>[],
  /** Returns the text that the search matches. */
  textOf: (row: Row) => string,
): ListPage<Row> | undefined {
  if (!rows) return undefined;
  const search = fold(state.search);
  const matches = rows.filter((row) => fold(textOf(row)).includes(search));
  const from = (state.page - 1) * state.pageSize;
  const data = sortRows(matches, columns, state.sort).slice(from, from + state.pageSize);
  return { data, total: matches.length };
}

/** Removes accents and capitals, as the server's search does. */
const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('pt-BR');
