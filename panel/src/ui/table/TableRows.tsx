import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { shortcutsOn, typesInField } from '../../foundation/shortcuts.ts';
import { inTheOpen, menuGroups, offered } from './columns.ts';
import type { Column, RowAction, RowKey, Sort } from './columns.ts';
import { OpenAct } from './OpenAct.tsx';
import { RowMenu } from './RowMenu.tsx';

export interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  rowName: (row: Row) => string;
  flashing: RowKey | undefined;
}

interface TableRowsProps<Row> extends RowsProps<Row> {
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/** The list from 800 px up: a real table whose rows take the focus one at a time. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { label, columns, actions, rows, rowKey, rowName, flashing } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const [menuOf, setMenuOf] = useState<RowKey>();

  const focusRow = (index: number) => {
    const row = body.current?.children[index];
    if (!(row instanceof HTMLElement)) return;
    setCurrent(index);
    row.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number) => {
    if (typesInField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const onRow = event.target === event.currentTarget;
    const last = rows.length - 1;
    const moves: Record<string, number> = { ArrowDown: Math.min(index + 1, last), ArrowUp: index - 1, Home: 0, End: last };
    const next = moves[event.key];
    if (next !== undefined && (onRow || event.key.startsWith('Arrow'))) {
      event.preventDefault();
      if (next >= 0) focusRow(next);
    } else if (event.key === 'Enter' && onRow && menuGroups(actions, row).length > 0) {
      event.preventDefault();
      setMenuOf(rowKey(row));
    } else if (event.key.length === 1 && shortcutsOn()) {
      const action = offered(actions, row).find((one) => one.shortcut === event.key.toLowerCase());
      if (!action) return;
      event.preventDefault();
      action.run(row);
    }
  };

  return (
    <table className="data-table-grid" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
          {actions.length > 0 && (
            <th scope="col" data-end className="data-table-acts">
              Ações
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body} data-list-rows>
        {rows.map((row, index) => {
          const key = rowKey(row);
          return (
            <tr
              key={key}
              tabIndex={index === Math.min(current, rows.length - 1) ? 0 : -1}
              data-flash={flashing === key || undefined}
              data-menu={menuOf === key || undefined}
              onFocus={() => setCurrent(index)}
              onKeyDown={(event) => onKeyDown(event, row, index)}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-end={column.align === 'end' || undefined}
                  data-fill={column.fill || undefined}
                  data-muted={column.muted || undefined}
                  title={column.title?.(row)}
                >
                  {column.cell(row)}
                </td>
              ))}
              {actions.length > 0 && (
                <td data-end className="data-table-acts">
                  <div className="data-table-acts-row">
                    {inTheOpen(actions, row, 'table').map((action) => (
                      <OpenAct key={action.key} action={action} row={row} rowName={rowName(row)} size="xs" />
                    ))}
                    <RowMenu
                      row={row}
                      rowName={rowName(row)}
                      actions={actions}
                      opened={menuOf === key}
                      onChange={(opened) => setMenuOf(opened ? key : undefined)}
                      upward={rows.length > 3 && index >= rows.length - 3}
                    />
                  </div>
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const common = {
    scope: 'col' as const,
    'data-end': column.align === 'end' || undefined,
    'data-fill': column.fill || undefined,
    style: column.width === undefined ? undefined : { minWidth: column.width },
  };
  if (!column.sortable || !onSort) return <th {...common}>{column.header}</th>;
  const direction = sort?.key === column.key ? sort.direction : undefined;
  const next = direction === undefined ? (column.firstDirection ?? 'asc') : direction === 'asc' ? 'desc' : 'asc';
  const Arrow = direction === undefined ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  const named = { asc: 'ascending', desc: 'descending' } as const;
  return (
    <th {...common} aria-sort={direction === undefined ? 'none' : named[direction]}>
      <button type="button" className="data-table-sort" data-sorted={direction} onClick={() => onSort({ key: column.key, direction: next })}>
        {column.header}
        <Arrow size={15} stroke={1.75} aria-hidden />
      </button>
    </th>
  );
}
