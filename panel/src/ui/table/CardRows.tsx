import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { visibleActions, menuGroups } from './columns.ts';
import type { CardSlot, Column, RowKey } from './columns.ts';
import { CardToolbar } from './CardToolbar.tsx';
import { ActionButton } from './ActionButton.tsx';
import { RowSheet } from './RowSheet.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';
import type { RowsProps } from './TableRows.tsx';

export interface CardRowsProps<Row> extends RowsProps<Row> {
  rowSignal: ((row: Row) => 'bad' | 'warn' | undefined) | undefined;
  sheetNote: ((row: Row) => string | undefined) | undefined;
  /** Begins and ends ticking; undefined where nothing can be selected. */
  onSelecting: ((on: boolean) => void) | undefined;
}

/** The list below 800 px: one card a row, its acts at the thumb, the rest of them in a sheet. */
export function CardRows<Row>(props: CardRowsProps<Row>) {
  const {
    label,
    columns,
    actions,
    rows,
    rowKey,
    rowName,
    rowSignal,
    sheetNote,
    flashing,
    selection,
  } = props;
  const [sheetOf, setSheetOf] = useState<RowKey>();
  const open = rows.find((row) => rowKey(row) === sheetOf);
  return (
    <>
      <CardToolbar {...props} />
      <ul className="card-rows" aria-label={label} data-list-rows>
        {rows.map((row) => {
          const key = rowKey(row);
          const acts = visibleActions(actions, row, 'card');
          const hasMenu = menuGroups(actions, row).length > 0;
          const selected = selection?.has(key) ?? false;
          return (
            <li
              key={key}
              className="row-card"
              data-signal={rowSignal?.(row)}
              data-flash={flashing === key || undefined}
              data-selected={selected || undefined}
            >
              <CardFace
                columns={columns}
                row={row}
                tick={
                  selection && (
                    <RowCheckbox
                      name={`Selecionar ${rowName(row)}`}
                      checked={selected}
                      onToggle={() => selection.toggle(key, false)}
                    />
                  )
                }
              />
              {/* While ticking, what counts is the bar. */}
              {!selection && (acts.length > 0 || hasMenu) && (
                <div className="row-card-acts">
                  {acts.map((action) => (
                    <ActionButton
                      key={action.key}
                      action={action}
                      row={row}
                      rowName={rowName(row)}
                      size="sm"
                    />
                  ))}
                  {hasMenu && (
                    <ActionIcon
                      variant="default"
                      size={44}
                      className="open-act-icon"
                      aria-label={`Ações de ${rowName(row)}`}
                      aria-haspopup="dialog"
                      onClick={() => setSheetOf(key)}
                    >
                      <IconDots size={20} stroke={2} />
                    </ActionIcon>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <RowSheet
        columns={columns}
        actions={actions}
        row={open}
        rowName={rowName}
        note={sheetNote}
        onClose={() => setSheetOf(undefined)}
      />
    </>
  );
}

function CardFace<Row>({
  columns,
  row,
  tick,
}: {
  columns: readonly Column<Row>[];
  row: Row;
  tick?: ReactNode;
}) {
  const at = (place: CardSlot) => columns.filter((column) => column.card === place);
  const draw = (column: Column<Row>) => (
    <span key={column.key}>{(column.cardCell ?? column.cell)(row)}</span>
  );
  const details = at('detail')
    .map(({ key, header, cell, cardCell = cell }) => ({ key, header, value: cardCell(row) }))
    .filter(({ value }) => value !== null);
  return (
    <>
      <div className="row-card-head">
        {tick && <span className="row-card-tick">{tick}</span>}
        <div className="row-card-identity">{at('identity').map(draw)}</div>
        {at('status').map(draw)}
        <div className="row-card-corner">{at('corner').map(draw)}</div>
      </div>
      <div className="row-card-note">{at('note').map(draw)}</div>
      <div className="row-card-expiry">{at('expiry').map(draw)}</div>
      {details.length > 0 && (
        <dl className="row-card-details">
          {details.map(({ key, header, value }) => (
            <div key={key}>
              <dt>{header}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
