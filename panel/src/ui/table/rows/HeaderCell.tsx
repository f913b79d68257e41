import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { nextSort, sortKey } from '../columns.ts';
import type { Column, Sort } from '../columns.ts';
import classes from './HeaderCell.module.css';

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/**
 * Header of a column. If the list can be sorted by the column, a click sorts. The header of the
 * current sort is darker and has an arrow; a click on it reverses the direction.
 */
export function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const common = {
    scope: 'col' as const,
    'data-end': column.align === 'end' || undefined,
    'data-fill': column.fill || undefined,
    style: column.width === undefined ? undefined : { minWidth: column.width },
  };
  if (!sortKey(column) || !onSort) {
    return (
      <th {...common} title={column.sortNote}>
        {column.headerHidden ? (
          <span className="visually-hidden">{column.header}</span>
        ) : (
          column.header
        )}
      </th>
    );
  }
  const direction = sort && sort.key === sortKey(column) ? sort.direction : undefined;
  const Arrow =
    direction === undefined ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  const named = { asc: 'ascending', desc: 'descending' } as const;
  return (
    <th {...common} aria-sort={direction === undefined ? 'none' : named[direction]}>
      <button
        type="button"
        className={classes.sort}
        data-sort
        data-sorted={direction}
        onClick={() => onSort(nextSort(column, sort))}
      >
        {column.header}
        <Arrow size={15} stroke={1.75} aria-hidden />
      </button>
    </th>
  );
}
