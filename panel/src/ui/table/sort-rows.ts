/** Orders the rows of a list whose answer comes whole, as the server orders the others: what is empty last, ties as they came. */
import { sortKey } from './columns.ts';
import type { Column, Sort } from './columns.ts';

export function sortRows<Row>(
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
