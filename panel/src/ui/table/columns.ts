import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type RowKey = string | number;

/** The part of the card that shows a column's value; `detail` is a «Label value» pair. */
export type CardSlot = 'identity' | 'status' | 'corner' | 'note' | 'expiry' | 'detail' | 'none';

/** A column, declared once and drawn as a table cell and as a part of a card. */
export interface Column<Row> {
  /** Sent to the server as the name of the sort. */
  key: string;
  header: string;
  /** For screen readers only, above a box or a button in each row; such a column is not chosen or moved. */
  headerHidden?: boolean;
  cell: (row: Row) => ReactNode;
  card: CardSlot;
  /** For a card that shows another text («Assistindo» instead of «Sim»); a `detail` of `null` is left out. */
  cardCell?: (row: Row) => ReactNode;
  /** Of the identity: begins the card's second line, before the note. The corner then ends that line. */
  cardSecond?: (row: Row) => ReactNode;
  /** A word: the sort's name where it is not the key. */
  sortable?: boolean | string;
  /** What the row is ordered by, in a list that orders its rows itself. */
  value?: (row: Row) => string | number | boolean | null;
  /** Under the pointer of a header that orders nothing: why, or what to do. */
  sortNote?: string;
  /** The direction of the first click; `asc` by default. */
  firstDirection?: Direction;
  align?: 'end';
  /** At least this many pixels; the content may need more. */
  width?: number;
  /** At most this many pixels, its padding included: longer text ends in an ellipsis, and `title` says it whole. */
  most?: number;
  /** Takes what is left and ends in an ellipsis. */
  fill?: boolean;
  muted?: boolean;
  /** The whole text, under the pointer. */
  title?: (row: Row) => string | undefined;
  /** Only from 1440 px (wide) or from 1280 px (medium), unless chosen. */
  from?: 'medium' | 'wide';
  /** Only where chosen; `table`: cards show it all the same. */
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
  /** The whole name where the label is short or an icon: «Mais 30 dias» for +30. */
  name?: string | ((row: Row) => string);
  icon?: Icon;
  /** `row`: beside ⋯ in the table and among the card's buttons. Absent: only in the menu. */
  slot?: 'row' | 'table' | 'card';
  look?: 'accent' | 'whatsapp';
  /** Also runs on a press on an empty part of the row or card. */
  opens?: boolean;
  /** `table`: the card's button has the label too. */
  iconOnly?: boolean | 'table';
  /** The group of the menu it belongs to; groups stand in the order of their first action. Absent: not in the menu. */
  group?: string;
  /** The submenu that contains it where the menu would have more than `MENU_LIMIT` entries. */
  submenu?: Submenu;
  /** One of the (at most four) tiles on top of the phone's sheet. */
  tile?: boolean;
  tileLook?: 'accent';
  tone?: 'danger';
  /** At the right of the menu item: «ligado», «+48 horas». */
  hint?: (row: Row) => string | undefined;
  /** A single letter that runs the action while the row has the focus. */
  shortcut?: string;
  /** An action that is not available for a row is not shown. */
  available?: (row: Row) => boolean;
  run: (row: Row) => void;
}

export type Direction = 'asc' | 'desc';

export interface Sort {
  key: string;
  direction: Direction;
}

/** The parts of a column that its sort needs. */
export type SortColumn = Pick<Column<never>, 'key' | 'header' | 'sortable' | 'firstDirection'>;

/** The name of a column's sort; undefined where it orders nothing. */
export const sortKey = ({
  key,
  sortable,
}: Pick<SortColumn, 'key' | 'sortable'>): string | undefined =>
  sortable === true ? key : sortable || undefined;

/** The other direction of the column that orders, or the first one of another. */
export function nextSort(column: SortColumn, sort: Sort | undefined): Sort {
  const first = column.firstDirection ?? 'asc';
  const key = sortKey(column) ?? column.key;
  const direction = sort?.key !== key ? first : sort.direction === 'asc' ? 'desc' : 'asc';
  return { key, direction };
}

export function actionLabel<Row>(action: RowAction<Row>, row: Row): string {
  return typeof action.label === 'function' ? action.label(row) : action.label;
}

/** What a screen reader says of its button, before the row's name. */
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

/** The actions with a button of their own, in the table's row or in the card. */
export function visibleActions<Row>(
  actions: readonly RowAction<Row>[],
  row: Row,
  form: 'table' | 'card',
): RowAction<Row>[] {
  return availableActions(actions, row).filter(
    (action) => action.slot === 'row' || action.slot === form,
  );
}

/** The action that a press on an empty part of the row runs. */
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

/** The menu of a row: groups in the order of their first action, empty ones left out. */
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
export type MenuEntry<Row> = RowAction<Row> | (Submenu & { actions: readonly RowAction<Row>[] });

/** The groups of the menu. Its largest submenus replace their actions until at most `MENU_LIMIT` entries are left. */
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
        // In the place of its last action.
        const inside = members.get(submenu)!;
        return inside.at(-1) === action ? [{ ...submenu, actions: inside }] : [];
      }),
    )
    .filter((group) => group.length > 0);
}
