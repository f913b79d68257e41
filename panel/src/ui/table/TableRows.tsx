import { useState } from 'react';
import { inTheOpen } from './columns.ts';
import type { Column, RowAction, RowKey, Sort } from './columns.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { OpenAct } from './OpenAct.tsx';
import { RowMenu } from './RowMenu.tsx';
import { Tick } from './Tick.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { Ticks } from './use-ticks.ts';

export interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  rowName: (row: Row) => string;
  flashing: RowKey | undefined;
  ticks: Ticks | undefined;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

interface TableRowsProps<Row> extends RowsProps<Row> {
  turn: (by: -1 | 1) => (() => void) | undefined;
}

/** The list from 800 px up: a real table whose rows take the focus one at a time. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { label, columns, actions, rows, rowKey, rowName, flashing, ticks, sort, onSort, turn } =
    props;
  const [menuOf, setMenuOf] = useState<RowKey>();
  const keys = useRowKeys({ rows, rowKey, actions, ticks, onMenu: setMenuOf, turn });
  return (
    <table className="data-table-grid" aria-label={label}>
      <thead>
        <tr>
          {ticks && (
            <th scope="col" className="data-table-tick">
              <Tick
                name="Selecionar a página"
                checked={ticks.page === 'all'}
                some={ticks.page === 'some'}
                onToggle={ticks.togglePage}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          {actions.length > 0 && (
            <th scope="col" data-end className="data-table-acts">
              Ações
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={keys.body} data-list-rows>
        {rows.map((row, index) => {
          const key = rowKey(row);
          const ticked = ticks?.has(key) ?? false;
          return (
            <tr
              key={key}
              tabIndex={index === keys.current ? 0 : -1}
              data-flash={flashing === key || undefined}
              data-menu={menuOf === key || undefined}
              data-ticked={ticked || undefined}
              onFocus={() => keys.setCurrent(index)}
              onKeyDown={(event) => keys.onKeyDown(event, row, index)}
            >
              {ticks && (
                <td className="data-table-tick">
                  <Tick
                    name={`Selecionar ${rowName(row)}`}
                    checked={ticked}
                    tabIndex={-1}
                    onToggle={(range) => ticks.toggle(key, range)}
                  />
                </td>
              )}
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
                      <OpenAct
                        key={action.key}
                        action={action}
                        row={row}
                        rowName={rowName(row)}
                        size="xs"
                      />
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
