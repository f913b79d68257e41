import { Group } from '@mantine/core';
import { useState } from 'react';
import { isUniform, visibleActions } from '../columns.ts';
import type { BesideRow, Column, ColumnTotals, RowAction, RowKey, Sort } from '../columns.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { ActionButton } from '../ActionButton.tsx';
import { RowMenu } from './RowMenu.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';
import { pressRow } from '../press-row.ts';
import { type RowKeys, useRowKeys } from './use-row-keys.ts';
import type { RowSelection } from '../use-row-selection.ts';
import classes from './TableRows.module.css';

export interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  rowName: (row: Row) => string;
  flashing: RowKey | undefined;
  selection: RowSelection | undefined;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

interface TableRowsProps<Row> extends RowsProps<Row> {
  pageTurn: (by: -1 | 1) => (() => void) | undefined;
  /** Row whose page is open next to the list. */
  beside?: BesideRow<Row> | undefined;
  totals: ColumnTotals | undefined;
  /** Height of a row in px; undefined for the default. */
  rowHeight?: number | undefined;
}

/** List from 1024 px. It is a table in which one row at a time can have the focus. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { label, actions, rows, rowKey, selection, sort, onSort, pageTurn } = props;
  const columns = props.columns.map((column) =>
    isUniform(column, rows) ? withLittleRoom(column) : column,
  );
  const [menuOf, setMenuOf] = useState<RowKey>();
  const keys = useRowKeys({
    rows,
    rowKey,
    actions,
    selection,
    onMenu: setMenuOf,
    onRowFocus: props.beside?.onFocus,
    pageTurn,
  });
  return (
    <table className={classes.root} aria-label={label} data-grid data-row-height={props.rowHeight}>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={classes.checkbox}>
              <RowCheckbox
                name="Selecionar a página"
                checked={selection.page === 'all'}
                some={selection.page === 'some'}
                onToggle={selection.togglePage}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          {actions.length > 0 && (
            <th scope="col" data-end className={classes.actions}>
              Ações
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={keys.body} data-list-rows>
        {rows.map((row, index) => (
          <BodyRow
            key={rowKey(row)}
            {...props}
            columns={columns}
            row={row}
            index={index}
            keys={keys}
            menuOf={menuOf}
            onMenu={setMenuOf}
            isBeside={props.beside?.key === rowKey(row)}
          />
        ))}
      </tbody>
      {props.totals && (
        <tfoot>
          <tr>
            {selection && <td />}
            {columns.map(({ key, align }) => (
              <td key={key} data-end={align === 'end' || undefined}>
                {props.totals![key]}
              </td>
            ))}
            {actions.length > 0 && <td />}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/**
 * Maximum width in px of a column that shows the same text in all rows. Other columns need the
 * space.
 */
const UNIFORM_PX = 112;

const withLittleRoom = <Row,>({ width: _width, ...column }: Column<Row>): Column<Row> => ({
  most: UNIFORM_PX,
  title: (row) => {
    const cell = column.cell(row);
    return typeof cell === 'string' ? cell : undefined;
  },
  ...column,
});

interface BodyRowProps<Row> extends RowsProps<Row> {
  row: Row;
  index: number;
  keys: RowKeys<Row>;
  menuOf: RowKey | undefined;
  onMenu: (key: RowKey | undefined) => void;
  isBeside: boolean;
}

function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { columns, actions, rowKey, rowName, flashing, selection, row, index, keys, menuOf } =
    props;
  const key = rowKey(row);
  const selected = selection?.has(key) ?? false;
  return (
    <tr
      {...pressRow(actions, row)}
      tabIndex={index === keys.current ? 0 : -1}
      data-flash={flashing === key || undefined}
      data-menu={menuOf === key || undefined}
      data-selected={selected || undefined}
      data-beside={props.isBeside || undefined}
      aria-current={props.isBeside || undefined}
      onFocus={(event) => keys.onFocus(event, row, index)}
      onBlur={keys.onBlur}
      onKeyDown={(event) => keys.onKeyDown(event, row, index)}
    >
      {selection && (
        <td className={classes.checkbox}>
          <RowCheckbox
            name={`Selecionar ${rowName(row)}`}
            checked={selected}
            tabIndex={-1}
            onToggle={(range) => selection.toggle(key, range)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          data-end={column.align === 'end' || undefined}
          data-fill={column.fill || undefined}
          data-identity={column.card === 'identity' || undefined}
          data-muted={column.muted || undefined}
          data-clipped={column.most !== undefined || undefined}
          style={column.most === undefined ? undefined : { maxWidth: column.most }}
          title={column.title?.(row)}
        >
          {column.cell(row)}
        </td>
      ))}
      {actions.length > 0 && <ActionsCell {...props} />}
    </tr>
  );
}

function ActionsCell<Row>(props: BodyRowProps<Row>) {
  const { actions, rows, rowKey, rowName, row, index, menuOf, onMenu } = props;
  const key = rowKey(row);
  return (
    <td data-end className={classes.actions}>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {visibleActions(actions, row, 'table').map((action) => (
          <ActionButton
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
          onChange={(opened) => onMenu(opened ? key : undefined)}
          upward={rows.length > 3 && index >= rows.length - 3}
        />
      </Group>
    </td>
  );
}
