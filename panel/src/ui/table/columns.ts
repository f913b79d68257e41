import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type RowKey = string | number;

/** The part of the card that shows a column's value. */
export type CardSlot = 'identity' | 'status' | 'corner' | 'note' | 'expiry' | 'detail' | 'none';

/** A column, declared once and drawn as a table cell and as a part of a card. */
export interface Column<Row> {
  /** Name of the sort in requests to the server. */
  key: string;
  header: string;
  /**
   * Shows the header only to screen readers, above a box or a button in each row. Such a column
   * cannot be chosen or moved.
   */
  headerHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** `detail` by default: a «Label value» pair. */
  card?: CardSlot;
  /**
   * Content of a card that shows another text («Assistindo» instead of «Sim»). A `detail` of `null`
   * is left out.
   */
  cardCell?: (row: Row) => ReactNode;
  /**
   * For the identity column: starts the card's second line, before the note. The corner then ends
   * that line.
   */
  cardSecond?: (row: Row) => ReactNode;
  /** Name of the sort if it differs from the key. False if the column cannot sort. */
  sort?: string | false;
  /** Value for sorting, in a list that sorts its own rows. */
  value?: (row: Row) => string | number | boolean | null;
  /** Tooltip of a header that cannot sort: the reason or an alternative. */
  sortNote?: string;
  /** The direction of the first click; `asc` by default. */
  firstDirection?: Direction;
  align?: 'end';
  /** Minimum width in pixels; the content may need more. */
  width?: number;
  /**
   * Maximum width in pixels, padding included. Longer text ends in an ellipsis, and `title`
   * contains all of it.
   */
  most?: number;
  /** True if the column takes the remaining width and ends in an ellipsis. */
  fill?: boolean;
  muted?: boolean;
  /** Whole text, shown as a tooltip. */
  title?: (row: Row) => string | undefined;
  /** Shown only from 1440 px (wide) or from 1280 px (medium), unless chosen. */
  from?: 'medium' | 'wide';
  /** Shown only if chosen; with `table` cards always show it. */
  optional?: boolean | 'table';
}

/** A submenu of a row's menu; its actions are in one group. */
export interface Submenu {
  label: string;
  icon: Icon;
}

/** An action on a row, declared once and shown in the row, its menu, its card and its bottom sheet. */
export interface RowAction<Row> {
  key: string;
  label: string | ((row: Row) => string);
  /** Full name if the label is short or an icon: «Mais 30 dias» for +30. */
  name?: string | ((row: Row) => string);
  icon?: Icon;
  /**
   * Position of its button: `row` is next to ⋯ in the table and among the card's buttons.
   * Undefined: only in the menu.
   */
  slot?: 'row' | 'table' | 'card';
  look?: 'accent' | 'whatsapp';
  /** True if a press on an empty part of the row or card also runs it. */
  opens?: boolean;
  /** `table`: the card's button also has the label. */
  iconOnly?: boolean | 'table';
  /**
   * Group of the menu that it belongs to. Groups have the order of their first action. Undefined:
   * not in the menu.
   */
  group?: string;
  /** Submenu that contains it if the menu would have more than `MENU_LIMIT` entries. */
  submenu?: Submenu;
  /** True for one of the (at most four) tiles at the top of the phone's sheet. */
  tile?: boolean;
  tileLook?: 'accent';
  tone?: 'danger';
  /** Text at the right of the menu item: «ligado», «+48 horas». */
  hint?: (row: Row) => string | undefined;
  /** Single letter that runs the action while the row has the focus. */
  shortcut?: string;
  /** Returns false if the action is not available for a row. It is then not shown. */
  available?: (row: Row) => boolean;
  run: (row: Row) => void;
}

export type Direction = 'asc' | 'desc';

export interface Sort {
  key: string;
  direction: Direction;
}

/** The parts of a column that its sort needs. */
export type SortColumn = Pick<
  Column<never>,
  'key' | 'header' | 'headerHidden' | 'sort' | 'sortNote' | 'firstDirection'
>;

/** Returns the name of a column's sort, or undefined if the column cannot sort. */
export const sortKey = (column: Omit<SortColumn, 'header'>): string | undefined =>
  column.headerHidden || column.sortNote ? undefined : (column.sort ?? column.key) || undefined;

/** Returns the opposite direction for the sorted column, or the first direction for another. */
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

/** Returns the actions with their own button, in the table's row or in the card. */
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

/** True if the column shows the same text in each of several rows. */
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
 * Returns the groups of the menu. Its largest submenus replace their actions until at most
 * `MENU_LIMIT` entries are left.
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
