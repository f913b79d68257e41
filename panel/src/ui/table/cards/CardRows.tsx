import { IconDots } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import {
  visibleActions,
  menuGroups,
  openingAction,
  type CardSlot,
  type Column,
  type RowAction,
  type RowKey,
} from '../columns.ts';
import { pressRow, pressToSelect } from '../press-row.ts';
import { CardToolbar } from './CardToolbar.tsx';
import { ActionButton, RowButton } from '../ActionButton.tsx';
import { RowSheet } from './RowSheet.tsx';
import { SelectRow } from './SelectRow.tsx';
import { useLongPress } from './use-long-press.ts';
import type { RowsProps } from '../rows/TableRows.tsx';
import classes from './CardRows.module.css';

interface CardRowsProps<Row> extends RowsProps<Row> {
  rowSignal: ((row: Row) => 'bad' | 'warn' | undefined) | undefined;
  sheetNote: ((row: Row) => string | undefined) | undefined;
  /** Starts or ends the selection mode. Undefined if rows cannot be selected. */
  onSelecting: ((on: boolean) => void) | undefined;
  /** Starts the selection mode and selects this row. Undefined if rows cannot be selected. */
  onLongPress: ((key: RowKey) => void) | undefined;
  /** True if the order and the selection mode are shown above the cards. */
  withToolbar: boolean;
}

/**
 * List below 1024 px. Each row is a card with its main actions. A bottom sheet contains the other
 * actions.
 */
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
    onLongPress,
  } = props;
  const longPress = useLongPress();
  const [sheetOf, setSheetOf] = useState<RowKey>();
  const open = rows.find((row) => rowKey(row) === sheetOf);
  return (
    <>
      {props.withToolbar && <CardToolbar {...props} />}
      <ul className={classes.root} aria-label={label} data-list-rows>
        {rows.map((row) => {
          const key = rowKey(row);
          const selected = selection?.has(key) ?? false;
          const name = rowName(row);
          const toggle = () => selection?.toggle(key, false);
          return (
            <li
              key={key}
              className={classes.card}
              data-signal={rowSignal?.(row)}
              data-flash={flashing === key || undefined}
              data-selected={selected || undefined}
              data-compact={isCompact(actions, row) || undefined}
              {...(onLongPress && longPress(selection ? toggle : () => onLongPress(key)))}
              {...(selection ? pressToSelect(toggle) : pressRow(actions, row))}
            >
              <CardContent columns={columns} row={row} actions={selection ? none : actions} />
              <div className={classes.foot}>
                {/* The hidden actions keep their space, so that the cards do not move. */}
                <div
                  className={classes.actionBox}
                  inert={selection !== undefined}
                  aria-hidden={selection !== undefined}
                >
                  <CardActions
                    actions={actions}
                    row={row}
                    name={name}
                    onMenu={() => setSheetOf(key)}
                  />
                </div>
                {selection && <SelectRow name={name} selected={selected} onToggle={toggle} />}
              </div>
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

const none: never[] = [];

/** Returns true if the only action opens the card. Its button then needs no separate row. */
const isCompact = <Row,>(actions: RowsProps<Row>['actions'], row: Row): boolean => {
  const [action, ...others] = visibleActions(actions, row, 'card');
  return action?.opens === true && others.length === 0 && menuGroups(actions, row).length === 0;
};

interface CardActionsProps<Row> {
  actions: RowsProps<Row>['actions'];
  row: Row;
  name: string;
  onMenu: () => void;
}

function CardActions<Row>({ actions, row, name, onMenu }: CardActionsProps<Row>) {
  const inlineActions = visibleActions(actions, row, 'card');
  const hasMenu = menuGroups(actions, row).length > 0;
  if (inlineActions.length === 0 && !hasMenu) return null;
  return (
    <div className={classes.actions} data-card-actions>
      {inlineActions.map((action) => (
        <ActionButton key={action.key} action={action} row={row} rowName={name} size="sm" />
      ))}
      {hasMenu && (
        <RowButton
          size="sm"
          iconOnly
          aria-label={`Ações de ${name}`}
          aria-haspopup="dialog"
          onClick={onMenu}
        >
          <IconDots size={20} stroke={2} aria-hidden />
        </RowButton>
      )}
    </div>
  );
}

interface CardContentProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  actions: readonly RowAction<Row>[];
}

function CardContent<Row>({ columns, row, actions }: CardContentProps<Row>) {
  // The name is a button only if the card has no other button for the action.
  const opening = openingAction(actions, row);
  const inSlot = (slot: CardSlot) => columns.filter((column) => (column.card ?? 'detail') === slot);
  const render = (column: Column<Row>) => (
    <span key={column.key}>{(column.cardCell ?? column.cell)(row)}</span>
  );
  const second = inSlot('identity').flatMap(({ key, cardSecond }) => {
    const value = cardSecond?.(row);
    return value ? [<Fragment key={key}>{value}</Fragment>] : [];
  });
  const corner = <div className={classes.corner}>{inSlot('corner').map(render)}</div>;
  const details = inSlot('detail')
    .map(({ key, header, cell, cardCell = cell }) => ({ key, header, value: cardCell(row) }))
    .filter(({ value }) => value !== null);
  return (
    <div className={classes.content}>
      <div className={classes.head}>
        <div className={classes.identity} data-card-slot="identity">
          {opening && opening.slot === undefined ? (
            <button
              type="button"
              className={classes.opener}
              aria-haspopup="dialog"
              onClick={() => opening.run(row)}
            >
              {inSlot('identity').map(render)}
            </button>
          ) : (
            inSlot('identity').map(render)
          )}
        </div>
        {inSlot('status').map(render)}
        {second.length === 0 && corner}
      </div>
      <div className={classes.second}>
        <div className={classes.note} data-card-slot="note">
          {second}
          {inSlot('note').map(render)}
        </div>
        {second.length > 0 && corner}
      </div>
      <div className={classes.expiry} data-card-slot="expiry">
        {inSlot('expiry').map(render)}
      </div>
      {details.length > 0 && (
        <dl className={classes.details}>
          {details.map(({ key, header, value }) => (
            <div key={key}>
              <dt>{header}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
