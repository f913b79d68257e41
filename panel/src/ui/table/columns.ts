import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type RowKey = string | number;

/** The part of the card that shows a column's value. */
export type CardSlot = 'identity' | 'status' | 'corner' | 'note' | 'expiry' | 'detail' | 'none';

/** A column, declared once and drawn as a table cell and as a part of a card. */
export interface Column<Row> {
  /** Name of the sort in requests, unless `sort` differs. */
  key: string;
  header: string;
  /**
   * True if only screen readers get the header, as above a checkbox or button in each row. Such a
   * column cannot be selected or moved.
   */
  headerHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** Default: `detail`, shown as a «Label value» pair. */
  card?: CardSlot;
  /**
   * Content of a card that differs from the cell («Assistindo» instead of «Sim»). A `detail` of
   * `null` is omitted.
   */
  cardCell?: (row: Row) => ReactNode;
  /**
   * For the identity column: start of the card's second line, before the note. The corner is then
   * at the end of that line.
   */
  cardSecond?: (row: Row) => ReactNode;
  /** Name of the sort if it differs from the key. False if the column cannot sort. */
  sort?: string | false;
  /** Value for sorting, in a list that sorts its own rows. */
  value?: (row: Row) => string | number | boolean | null;
  /** Tooltip of a header that cannot sort: the reason or an alternative. */
  sortNote?: string;
  /** Direction of the first click. Default: `asc`. */
  firstDirection?: Direction;
  align?: 'end';
  /** Minimum width in pixels; the content may need more. */
  width?: number;
  /**
   * Maximum width in pixels, padding included. Longer text ends in an ellipsis, and `title`
   * contains all of it.
   */
  most?: number;
  /** True if the column fills the remaining width. Longer text ends in an ellipsis. */
  fill?: boolean;
  muted?: boolean;
  /** Whole text, shown as a tooltip. */
  title?: (row: Row) => string | undefined;
  /** Shown only from 1440 px (wide) or from 1280 px (medium), unless the user selected it. */
  from?: 'medium' | 'wide';
  /** Shown only if the user selected it. With `table`, cards always show it. */
  optional?: boolean | 'table';
}

/** Totals of all rows by the key of their column. */
export type ColumnTotals = Readonly<Partial<Record<string, ReactNode>>>;

/** Submenu of a row's menu. All its actions are in one group. */
export interface Submenu {
  label: string;
  icon: Icon;
}

/** An action on a row, declared once and shown in the row, its menu, its card and its bottom sheet. */
export interface RowAction<Row> {
  key: string;
  label: string | ((row: Row) => string);
  /** Full name if the label is an icon or short: «Mais 30 dias» for +30. */
  name?: string | ((row: Row) => string);
  icon?: Icon;
  /**
   * Position of the action's button. `row`: next to ⋯ in the table and on the card. Undefined: only
   * in the menu.
   */
  slot?: 'row' | 'table' | 'card';
  look?: 'accent' | 'whatsapp';
  /** True if a press on an empty part of the row or card also runs it. */
  opens?: boolean;
  /** True for a button without a label. `table`: only the table's button has no label. */
  iconOnly?: boolean | 'table';
  /**
   * Group of the action in the menu. Groups have the order of their first action. Undefined: not in
   * the menu.
   */
  group?: string;
  /** Submenu of the action, used if the menu would have more than `MENU_LIMIT` entries. */
  submenu?: Submenu;
  /** True if the action is one of at most four tiles at the top of the phone's sheet. */
  tile?: boolean;
  tileLook?: 'accent';
  tone?: 'danger';
  /** Text at the right of the menu item: «ligado», «+48 horas». */
  hint?: (row: Row) => string | undefined;
  /** Letter key that runs the action while the row has the focus. */
  shortcut?: string;
  /** Returns false if the action is not available for a row, which then does not show it. */
  available?: (row: Row) => boolean;
  run: (row: Row) => void;
}

export type Direction = 'asc' | 'desc';

export interface Sort {
  key: string;
  direction: Direction;
}

/** Parts of a column that sorting needs. */
export type SortColumn = Pick<
  Column<never>,
  'key' | 'header' | 'headerHidden' | 'sort' | 'sortNote' | 'firstDirection'
>;

/** Returns the name of a column's sort, or undefined if the list cannot be sorted by the column. */
export const sortKey = (column: Omit<SortColumn, 'header'>): string | undefined =>
  column.headerHidden || column.sortNote ? undefined : (column.sort ?? column.key) || undefined;

/**
 * Returns the reverse direction for the current sort column, or the first direction for another
 * column.
 */
export function nextSort(column: SortColumn, sort: Sort | undefined): Sort {
  const first = column.firstDirection ?? 'asc';
  const key = sortKey(column) ?? column.key;
  const direction = sort?.key !== key ? first : sort.direction === 'asc' ? 'desc' : 'asc';
  return { key, direction };
}

export function actionLabel<Row>(action: RowAction<Row>, row: Row): string {
  return typeof action.label === 'function' ? action.label(row) : action.label;
}

/** Name of an action's button for screen readers, before the row's name. */
export function actionName<Row>(action: RowAction<Row>, row: Row): string {
  if (action.name === undefined) return actionLabel(action, row);
  return typeof action.name === 'function' ? action.name(row) : action.name;
}

export function availableActions<Row>(
  actions: readonly RowAction<Row>[],
  row: Row,
): RowAction<Row>[] {
  return actions.filter((action) => action.available?.(row) ?? true);
}

/** Returns the actions with their own button, in the table's row or on the card. */
export function visibleActions<Row>(
  actions: readonly RowAction<Row>[],
  row: Row,
  form: 'table' | 'card',
): RowAction<Row>[] {
  return availableActions(actions, row).filter(
    (action) => action.slot === 'row' || action.slot === form,
  );
}

/** Returns the action that a press on an empty part of the row runs. */
export const openingAction = <Row>(
  actions: readonly RowAction<Row>[],
  row: Row,
): RowAction<Row> | undefined => availableActions(actions, row).find(({ opens }) => opens);

/** True if the column shows the same text in all of the (at least two) rows. */
export function isUniform<Row>({ cell, fill }: Column<Row>, rows: readonly Row[]): boolean {
  if (fill || rows.length < 2) return false;
  const first = cell(rows[0]!);
  return typeof first === 'string' && rows.every((row) => cell(row) === first);
}

/** Returns the menu of a row: groups in the order of their first action, without empty ones. */
export function menuGroups<Row>(actions: readonly RowAction<Row>[], row: Row): RowAction<Row>[][] {
  const groups = new Map<string, RowAction<Row>[]>();
  for (const action of availableActions(actions, row)) {
    if (!action.group) continue;
    const group = groups.get(action.group);
    if (group) group.push(action);
    else groups.set(action.group, [action]);
  }
  return [...groups.values()];
}

/** Maximum number of entries in a row's menu, so that it fits a window of 720 px. */
export const MENU_LIMIT = 12;

/** An entry of a row's menu: an action, or a submenu with at least two. */
type MenuEntry<Row> = RowAction<Row> | (Submenu & { actions: readonly RowAction<Row>[] });

/**
 * Returns the groups of the menu. Submenus replace their actions, the largest first, until at most
 * `MENU_LIMIT` entries remain.
 */
export function menuEntries<Row>(actions: readonly RowAction<Row>[], row: Row): MenuEntry<Row>[][] {
  const groups = menuGroups(actions, row);
  const listed = groups.flat();
  const members = Map.groupBy(listed, ({ submenu }) => submenu);
  members.delete(undefined);
  const largest = [...members].toSorted(([, a], [, b]) => b.length - a.length);
  const folded = new Set<Submenu | undefined>();
  let count = listed.length;
  for (const [submenu, { length }] of largest) {
    if (count <= MENU_LIMIT || length < 2) break;
    folded.add(submenu);
    count -= length - 1;
  }
  return groups
    .map((group) =>
      group.flatMap((action): MenuEntry<Row>[] => {
        const { submenu } = action;
        if (!submenu || !folded.has(submenu)) return [action];
        // The submenu has the position of its last action.
        const inside = members.get(submenu)!;
        return inside.at(-1) === action ? [{ ...submenu, actions: inside }] : [];
      }),
    )
    .filter((group) => group.length > 0);
}
