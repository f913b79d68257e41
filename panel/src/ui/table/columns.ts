import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type RowKey = string | number;

/** Part of the card that shows the value of a column. */
export type CardSlot = 'identity' | 'status' | 'corner' | 'note' | 'expiry' | 'detail' | 'none';

/** Column, declared once. It is drawn as a table cell and as a part of a card. */
export interface Column<Row> {
  /**
   * Key of the column. It is also the name of the sort in requests, unless `sort` has another name.
   */
  key: string;
  header: string;
  /**
   * True if only screen readers get the header, as above a checkbox or button in each row. The user
   * cannot select or move such a column.
   */
  headerHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** Part of the card that shows the value. Default: `detail`, which is a «Label value» pair. */
  card?: CardSlot;
  /**
   * Returns the content of a card if it differs from the cell, such as «Assistindo» instead of
   * «Sim». A `detail` with the content `null` is not shown.
   */
  cardCell?: (row: Row) => ReactNode;
  /**
   * Returns the start of the second text line of the card, before the note. Only for the identity
   * column. The content of the slot `corner` is then at the end of the same text line.
   */
  cardSecond?: (row: Row) => ReactNode;
  /**
   * Name of the sort if it differs from the key. False if the list cannot be sorted by this column.
   */
  sort?: string | false;
  /** Returns the value for sorting. Used in a list that sorts its own rows. */
  value?: (row: Row) => string | number | boolean | null;
  /** Tooltip of a header that cannot be sorted by. It states the reason or an alternative. */
  sortNote?: string;
  /** Direction of the sort after the first click. Default: `asc`. */
  firstDirection?: Direction;
  align?: 'end';
  /** Minimum width in px. Longer content makes the column wider. */
  width?: number;
  /**
   * Maximum width in px, including the padding. Longer text ends in an ellipsis, and `title`
   * returns the whole text.
   */
  most?: number;
  /** True if the column fills the remaining width. Longer text ends in an ellipsis. */
  fill?: boolean;
  muted?: boolean;
  /** Returns the whole text, which is shown as a tooltip. */
  title?: (row: Row) => string | undefined;
  /**
   * Minimum width of the screen: 1440 px (wide) or 1280 px (medium). If the user selected the
   * column, it is always shown.
   */
  from?: 'medium' | 'wide';
  /**
   * True if the column is shown only after the user selected it. With `table`, this applies only to
   * the table, and cards always show the column.
   */
  optional?: boolean | 'table';
}

/** Row whose page is open next to the list. */
export interface BesideRow<Row> {
  readonly key: RowKey;
  /** Called when another row gets the focus, so that the page can follow. */
  readonly onFocus: (row: Row) => void;
}

/** Totals of all rows by the key of their column. */
export type ColumnTotals = Readonly<Partial<Record<string, ReactNode>>>;

/** Submenu in the menu of a row. All its actions are in the same group. */
export interface Submenu {
  label: string;
  icon: Icon;
}

/**
 * Action on a row, declared once. It is shown in the row, its menu, its card and its bottom sheet.
 */
export interface RowAction<Row> {
  key: string;
  label: string | ((row: Row) => string);
  /** Full name of the action if its label is an icon or a short text: «Mais 30 dias» for +30. */
  name?: string | ((row: Row) => string);
  icon?: Icon;
  /**
   * Position of the action's button. `table`: next to ⋯ in the table. `card`: on the card. `row`:
   * both. Without a slot the action is only in the menu.
   */
  slot?: 'row' | 'table' | 'card';
  look?: 'accent' | 'whatsapp';
  /** True if a press on an empty part of the row or card also runs the action. */
  opens?: boolean;
  /** True if the button has no label. With `table`, only the button in the table has no label. */
  iconOnly?: boolean | 'table';
  /**
   * Group of the action in the menu. Groups have the order of their first action. Without a group
   * the action is not in the menu.
   */
  group?: string;
  /**
   * Submenu for the action. It is used only if the menu would have more than `MENU_LIMIT` entries.
   */
  submenu?: Submenu;
  /** True if the action is one of at most four tiles at the top of the phone's sheet. */
  tile?: boolean;
  tileLook?: 'accent';
  tone?: 'danger';
  /** Returns the text at the right of the menu entry: «ligado», «+48 horas». */
  hint?: (row: Row) => string | undefined;
  /** Letter key that runs the action while the row has the focus. */
  shortcut?: string;
  /** Returns false if the action is not available for a row. The row then does not show it. */
  available?: (row: Row) => boolean;
  /** `isByKey` is true if the key Enter on the row ran the action. */
  run: (row: Row, isByKey?: boolean) => void;
}

export type Direction = 'asc' | 'desc';

export interface Sort {
  key: string;
  direction: Direction;
}

/** Properties of a column that sorting needs. */
export type SortColumn = Pick<
  Column<never>,
  'key' | 'header' | 'headerHidden' | 'sort' | 'sortNote' | 'firstDirection'
>;

/** Returns the name of a column's sort, or undefined if the list cannot be sorted by the column. */
export const sortKey = (column: Omit<SortColumn, 'header'>): string | undefined =>
  column.headerHidden || column.sortNote ? undefined : (column.sort ?? column.key) || undefined;

/**
 * Returns the sort after a click on a column. For the current sort column the direction is
 * reversed. Another column gets its first direction.
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

/** Returns the name of an action's button for screen readers. The row's name follows it. */
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

/** Returns the actions that have their own button in the row or on the card. */
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

/**
 * Returns true if the column shows the same text in all rows. Always false for a column that fills
 * the width, and for fewer than two rows.
 */
export function isUniform<Row>({ cell, fill }: Column<Row>, rows: readonly Row[]): boolean {
  if (fill || rows.length < 2) return false;
  const first = cell(rows[0]!);
  return typeof first === 'string' && rows.every((row) => cell(row) === first);
}

/**
 * Returns the menu of a row in groups. Groups have the order of their first action, and empty
 * groups are left out.
 */
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

/** Entry in the menu of a row: an action, or a submenu with at least two actions. */
type MenuEntry<Row> = RowAction<Row> | (Submenu & { actions: readonly RowAction<Row>[] });

/**
 * Returns the groups of the menu. Submenus replace their actions until the menu has at most
 * `MENU_LIMIT` entries. The largest submenu is used first.
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
        // Inserts the submenu at the position of its last action.
        const inside = members.get(submenu)!;
        return inside.at(-1) === action ? [{ ...submenu, actions: inside }] : [];
      }),
    )
    .filter((group) => group.length > 0);
}
