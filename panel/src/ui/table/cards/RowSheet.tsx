import { useRef } from 'react';
import { BottomSheet } from '../../bottom-sheet/BottomSheet.tsx';
import { SheetGroup, SheetRow } from '../../bottom-sheet/SheetRow.tsx';
import { SheetTile, SheetTiles } from '../../bottom-sheet/SheetTile.tsx';
import { actionLabel, menuGroups, availableActions } from '../columns.ts';
import type { Column, RowAction } from '../columns.ts';

interface RowSheetProps<Row> {
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  /** Row of the sheet. Undefined if the sheet is closed. */
  row: Row | undefined;
  rowName: (row: Row) => string;
  note: ((row: Row) => string | undefined) | undefined;
  onClose: () => void;
}

/**
 * Menu of a row on the phone. It contains the name of the row, up to four tiles, and the groups of
 * the other actions.
 */
export function RowSheet<Row>({
  columns,
  actions,
  row,
  rowName,
  note,
  onClose,
}: RowSheetProps<Row>) {
  // Stores the previous row, which the sheet shows until it has closed.
  const last = useRef(row);
  const chosen = useRef<RowAction<Row>>(undefined);
  if (row !== undefined) last.current = row;
  const shown = last.current;
  if (shown === undefined) return null;
  const draw = (slot: 'identity' | 'status' | 'note') =>
    columns
      .filter((column) => column.card === slot)
      .map((column) => <span key={column.key}>{(column.cardCell ?? column.cell)(shown)}</span>);
  // Runs the action after the sheet has closed, because two open dialogs would both take the focus.
  const run = (action: RowAction<Row>) => {
    chosen.current = action;
    onClose();
  };
  const runChosen = () => {
    const action = chosen.current;
    chosen.current = undefined;
    action?.run(shown);
  };
  const tiles = availableActions<Row>(actions, shown)
    .filter((action) => action.tile && action.icon)
    .slice(0, 4);
  const groups = menuGroups<Row>(actions, shown)
    .map((group) => group.filter((action) => !tiles.includes(action)))
    .filter((group) => group.length > 0);
  return (
    <BottomSheet
      opened={row !== undefined}
      onClose={onClose}
      onClosed={runChosen}
      label={`Ações de ${rowName(shown)}`}
      title={draw('identity')}
      note={note?.(shown) ?? draw('note')}
      aside={draw('status')}
    >
      {tiles.length > 0 && (
        <SheetTiles>
          {tiles.map(
            (action) =>
              action.icon && (
                <SheetTile
                  key={action.key}
                  icon={action.icon}
                  label={actionLabel(action, shown)}
                  look={action.tileLook}
                  onClick={() => run(action)}
                />
              ),
          )}
        </SheetTiles>
      )}
      <ActionGroups groups={groups} row={shown} onRun={run} />
    </BottomSheet>
  );
}

interface ActionGroupsProps<Row> {
  groups: readonly (readonly RowAction<Row>[])[];
  row: Row;
  onRun: (action: RowAction<Row>) => void;
}

function ActionGroups<Row>({ groups, row, onRun }: ActionGroupsProps<Row>) {
  return groups.map((group) => (
    <SheetGroup key={group[0]?.key}>
      {group.map((action) => (
        <SheetRow
          key={action.key}
          icon={action.icon}
          label={actionLabel(action, row)}
          hint={action.hint?.(row)}
          tone={action.tone}
          onClick={() => onRun(action)}
        />
      ))}
    </SheetGroup>
  ));
}
