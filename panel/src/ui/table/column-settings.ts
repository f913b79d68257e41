/** Determines which columns a list shows, and in which order. */
import type { ListSettings } from '@ramal/contract/list-views';
import type { ListWidth } from '../../foundation/viewport.ts';
import type { Column } from './columns.ts';

/** Properties of a column that its settings need. */
export type ColumnInfo = Pick<
  Column<never>,
  'key' | 'header' | 'headerHidden' | 'card' | 'from' | 'optional'
>;

/** Form in which a list is shown: the width of the screen, and whether its rows are cards. */
export interface ListForm {
  readonly width: ListWidth;
  readonly isCards: boolean;
}

type Columns = Pick<ListSettings, 'order' | 'hidden' | 'shown'>;

/**
 * Returns all columns in the order of the settings. A column that the order does not contain
 * follows the column that is declared before it.
 */
export function orderedColumns<C extends ColumnInfo>(
  columns: readonly C[],
  { order }: Pick<Columns, 'order'>,
): C[] {
  const columnsByKey = new Map(columns.map((column) => [column.key, column]));
  const result = order.flatMap((key) => columnsByKey.get(key) ?? []);
  columns.forEach((column, index) => {
    if (result.includes(column)) return;
    const before = columns.slice(0, index).findLast((earlier) => result.includes(earlier));
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, column);
  });
  return result;
}

/** True for the identity column. It cannot be hidden, because it contains the name of the row. */
export const isRequired = ({ card }: ColumnInfo): boolean => card === 'identity';

export function isColumnVisible(
  column: ColumnInfo,
  { hidden, shown }: Columns,
  form: ListForm,
): boolean {
  if (isRequired(column)) return true;
  if (hidden.includes(column.key)) return false;
  return shown.includes(column.key) || isVisibleByDefault(column, form);
}

export const hiddenColumns = <C extends ColumnInfo>(
  columns: readonly C[],
  settings: Columns,
  form: ListForm,
): C[] =>
  columns.filter((column) => !column.headerHidden && !isColumnVisible(column, settings, form));

function isVisibleByDefault({ from, optional }: ColumnInfo, { width, isCards }: ListForm): boolean {
  if (optional === 'table' ? !isCards : optional) return false;
  if (from === 'wide') return width === 'wide';
  return from !== 'medium' || width !== 'narrow';
}

export const visibleColumns = <C extends ColumnInfo>(
  columns: readonly C[],
  settings: Columns,
  form: ListForm,
): C[] =>
  orderedColumns(columns, settings).filter((column) => isColumnVisible(column, settings, form));

export function setColumnVisible<S extends Columns>(settings: S, key: string, on: boolean): S {
  const without = (keys: readonly string[]) => keys.filter((shownKey) => shownKey !== key);
  const hidden = without(settings.hidden);
  const shown = without(settings.shown);
  return on
    ? { ...settings, hidden, shown: [...shown, key] }
    : { ...settings, hidden: [...hidden, key], shown };
}

/** Moves a column to another position in the order. */
export function moveColumn<S extends Columns>(
  columns: readonly ColumnInfo[],
  settings: S,
  key: string,
  to: number,
): S {
  const keys = orderedColumns(columns, settings).map((column) => column.key);
  const order = keys.filter((columnKey) => columnKey !== key);
  order.splice(Math.max(0, Math.min(to, order.length)), 0, key);
  return { ...settings, order };
}

export const hasDefaultColumns = ({ order, hidden, shown }: Columns): boolean =>
  order.length + hidden.length + shown.length === 0;
