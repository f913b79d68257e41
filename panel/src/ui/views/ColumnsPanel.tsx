import { ActionIcon, Button, Checkbox } from '@mantine/core';
import {
  IconArrowsSort,
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent, RefObject } from 'react';
import { DEFAULT_ROW_HEIGHT, type RowHeight, rowHeights } from '@ramal/contract/list-views';
import { defaultListSettings } from '../../foundation/stored-lists.ts';
import { useListWidth, useShowsCards } from '../../foundation/viewport.ts';
import {
  hasDefaultColumns,
  isColumnVisible,
  moveColumn,
  isRequired,
  orderedColumns,
  setColumnVisible,
} from '../table/column-settings.ts';
import type { SortMenuProps } from '../table/cards/CardToolbar.tsx';
import { nextSort, sortKey } from '../table/columns.ts';
import { Segmented } from '../form/fields/Segmented.tsx';
import type { ListViewState } from './use-list-view.ts';
import classes from './ColumnsPanel.module.css';
import { PanelList, PanelRow } from './PanelList.tsx';

/**
 * Panel that shows, hides and orders the columns of a list. Columns are moved by dragging, with the
 * arrows at the right, or with Alt ↑ ↓.
 */
export function ColumnsPanel({ view }: { view: ListViewState }) {
  const { settings, changeSettings } = view;
  const form = { width: useListWidth(), isCards: useShowsCards() };
  const list = useRef<HTMLUListElement>(null);
  const { columns, announcement, dragged, setDragged, step, onKeyDown, onDragOver } =
    useMovableColumns(view, list);
  return (
    <PanelList
      title="Colunas"
      ref={list}
      rows={columns.map((column, index) => (
        <PanelRow
          key={column.key}
          data-column={column.key}
          data-dragged={dragged === column.key || undefined}
          draggable
          onDragStart={() => setDragged(column.key)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => onDragOver(event, index)}
          onKeyDown={(event) => onKeyDown(event, column.key, index)}
        >
          <IconGripVertical className={classes.grip} size={16} stroke={1.75} aria-hidden />
          <Checkbox
            label={column.header}
            checked={isColumnVisible(column, settings, form)}
            disabled={isRequired(column)}
            onChange={(event) =>
              changeSettings(setColumnVisible(settings, column.key, event.currentTarget.checked))
            }
          />
          {view.order && !form.isCards && <SortButton {...view.order} columnKey={column.key} />}
          <MoveButton
            name={`Subir ${column.header}`}
            up
            disabled={index === 0}
            onClick={() => step(column.key, index - 1)}
          />
          <MoveButton
            name={`Descer ${column.header}`}
            disabled={index === columns.length - 1}
            onClick={() => step(column.key, index + 1)}
          />
        </PanelRow>
      ))}
    >
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {!form.isCards && <RowHeightChoice {...view} />}
      <Button
        size="xs"
        variant="subtle"
        disabled={hasDefaultColumns(settings) && settings.rowHeight === undefined}
        onClick={() =>
          changeSettings({
            ...settings,
            order: defaultListSettings.order,
            hidden: defaultListSettings.hidden,
            shown: defaultListSettings.shown,
            rowHeight: undefined,
          })
        }
      >
        Restaurar padrão
      </Button>
    </PanelList>
  );
}

const heightLabels: Readonly<Record<RowHeight, string>> = {
  40: 'Baixas',
  48: 'Normais',
  56: 'Altas',
};

const RowHeightChoice = ({ settings, changeSettings }: ListViewState) => (
  <Segmented
    label="Altura das linhas"
    wide
    value={String(settings.rowHeight ?? DEFAULT_ROW_HEIGHT)}
    options={rowHeights.map((height) => ({ value: String(height), label: heightLabels[height] }))}
    onChange={(value) =>
      changeSettings({ ...settings, rowHeight: rowHeights.find((px) => String(px) === value) })
    }
  />
);

/** Returns the columns in their order, and the handlers that move a column. */
function useMovableColumns(view: ListViewState, list: RefObject<HTMLUListElement | null>) {
  const { settings, changeSettings } = view;
  const [dragged, setDragged] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  /**
   * Column whose button was pressed. After a move, the focus follows the column to its new
   * position.
   */
  const focused = useRef<string>(undefined);
  const columns = orderedColumns(view.columns, settings).filter((column) => !column.headerHidden);

  useEffect(() => {
    const row =
      focused.current && list.current?.querySelector(`[data-column="${focused.current}"]`);
    focused.current = undefined;
    if (row)
      (
        row.querySelector<HTMLElement>('[data-held]:not(:disabled)') ??
        row.querySelector<HTMLElement>('[data-move]:not(:disabled)')
      )?.focus();
  });

  const move = (key: string, to: number) => {
    const at = orderedColumns(view.columns, settings).findIndex(
      (column) => column.key === columns[to]?.key,
    );
    if (at < 0) return;
    changeSettings(moveColumn(view.columns, settings, key, at));
    setAnnouncement(
      `${columns.find((column) => column.key === key)?.header}: ${to + 1} de ${columns.length}`,
    );
  };
  const step = (key: string, to: number) => {
    focused.current = key;
    move(key, to);
  };
  const onKeyDown = (event: KeyboardEvent, key: string, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    step(key, index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const onDragOver = (event: DragEvent, index: number) => {
    if (dragged === undefined) return;
    event.preventDefault();
    if (columns[index]?.key !== dragged) move(dragged, index);
  };
  return { columns, announcement, dragged, setDragged, step, onKeyDown, onDragOver };
}

/**
 * Button that sorts the list by a column. The header of the table can sort only by visible columns.
 */
function SortButton({ columns, sort, onSort, columnKey }: SortMenuProps & { columnKey: string }) {
  const column = columns.find(({ key }) => key === columnKey);
  if (!column) return null;
  const isCurrent = sort?.key === sortKey(column);
  const Glyph = !isCurrent
    ? IconArrowsSort
    : sort?.direction === 'desc'
      ? IconSortDescending
      : IconSortAscending;
  return (
    <ActionIcon
      variant="subtle"
      size={28}
      aria-label={`Ordenar por ${column.header}`}
      aria-pressed={isCurrent}
      {...(isCurrent && { c: 'var(--accent-ink)' })}
      onClick={() => onSort(nextSort(column, sort))}
    >
      <Glyph size={16} stroke={1.75} />
    </ActionIcon>
  );
}

interface MoveButtonProps {
  name: string;
  up?: boolean;
  disabled: boolean;
  onClick: () => void;
}

function MoveButton({ name, up = false, disabled, onClick }: MoveButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const Glyph = up ? IconChevronUp : IconChevronDown;
  return (
    <ActionIcon
      variant="subtle"
      size={28}
      aria-label={name}
      disabled={disabled}
      data-move
      data-held={isHeld || undefined}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onClick={onClick}
    >
      <Glyph size={16} stroke={1.75} />
    </ActionIcon>
  );
}
