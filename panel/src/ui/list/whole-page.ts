/** Searches, sorts and pages rows in the browser, for an answer that contains all rows. */
import { type Column, sortKey, type Sort } from '../table/columns.ts';
import type { ListPage } from './list.ts';
import type { ListState } from './list-params.ts';

export function wholePage<Row>(
  rows: readonly Row[] | undefined,
  state: ListState,
  columns: readonly Column<Row>[],
  /** Returns the text of a row in which the search runs. */
  textOf: (row: Row) => string,
): ListPage<Row> | undefined {
  if (!rows) return undefined;
  const search = fold(state.search);
  const matches = rows.filter((row) => fold(textOf(row)).includes(search));
  const from = (state.page - 1) * state.pageSize;
  const data = sortRows(matches, columns, state.sort).slice(from, from + state.pageSize);
  return { data, total: matches.length };
}

/** Removes accents and converts to lower case, as the server's search does. */
const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('pt-BR');

/**
 * Sorts the rows as the server sorts other lists. Empty values are last, and equal values keep
 * their original order.
 */
function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const value = sort && columns.find((column) => sortKey(column) === sort.key)?.value;
  if (!sort || !value) return rows;
  const sign = sort.direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [first, other] = [value(a), value(b)];
    if (isEmpty(first) || isEmpty(other)) return Number(isEmpty(first)) - Number(isEmpty(other));
    return sign * compare(first, other);
  });
}

type Sortable = string | number | boolean | null;

const isEmpty = (value: Sortable): value is null => value === null || value === '';

const compare = (first: Sortable, other: Sortable): number =>
  typeof first === 'string' && typeof other === 'string'
    ? first.localeCompare(other, 'pt-BR', { sensitivity: 'base', numeric: true })
    : Number(first) - Number(other);
