/** One page out of an answer that comes whole: searched, ordered and cut here. */
import type { Column } from '../table/columns.ts';
import { sortRows } from '../table/sort-rows.ts';
import type { ListPage } from './list.ts';
import type { ListState } from './list-params.ts';

export function wholePage<Row>(
  rows: readonly Row[] | undefined,
  state: ListState,
  columns: readonly Column<Row>[],
  /** The text that the search reads. */
  textOf: (row: Row) => string,
): ListPage<Row> | undefined {
  if (!rows) return undefined;
  const search = fold(state.search);
  const found = rows.filter((row) => fold(textOf(row)).includes(search));
  const from = (state.page - 1) * state.pageSize;
  const data = sortRows(found, columns, state.sort).slice(from, from + state.pageSize);
  return { data, total: found.length };
}

/** Folds accents and capitals, as the server's search does. */
const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('pt-BR');
