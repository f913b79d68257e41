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
    const [one, other] = [value(a), value(b)];
    if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other));
    return sign * compare(one, other);
  });
}

type Sortable = string | number | boolean | null;

const isEmpty = (value: Sortable): value is null => value === null || value === '';

const compare = (one: Sortable, other: Sortable): number =>
  typeof one === 'string' && typeof other === 'string'
    ? one.localeCompare(other, 'pt-BR', { sensitivity: 'base', numeric: true })
    : Number(one) - Number(other);
