/**
 * Selected rows of a list. These are single rows, rows across pages, or all rows that match the
 * filters.
 */
import type { ReactNode } from 'react';
import type { RowKey } from './columns.ts';

export type Selection =
  | { readonly kind: 'rows'; readonly keys: ReadonlySet<RowKey> }
  | { readonly kind: 'matching' };

/**
 * Makes the rows of a list selectable. `bar` contains the cost and the actions, and is shown at the
 * bottom.
 */
export interface ListSelection {
  readonly value: Selection;
  readonly onChange: (next: Selection) => void;
  readonly bar: ReactNode;
  /** Number of matching rows, if the screen shows some of them outside of the list. */
  readonly total?: { readonly count: number; readonly exact: boolean } | undefined;
}

export const emptySelection: Selection = { kind: 'rows', keys: new Set() };

export const isEmpty = (selection: Selection): boolean =>
  selection.kind === 'rows' && selection.keys.size === 0;

export const isSelected = (selection: Selection, key: RowKey): boolean =>
  selection.kind === 'matching' || selection.keys.has(key);

/** Returns the state of the selection for the rows of one page. */
export function pageSelection(
  selection: Selection,
  page: readonly RowKey[],
): 'none' | 'some' | 'all' {
  const selected = page.filter((key) => isSelected(selection, key)).length;
  if (selected === 0) return 'none';
  return selected === page.length ? 'all' : 'some';
}

/**
 * Selects or deselects `keys`. If all matching rows are selected, a deselection leaves only the
 * other rows of the visible page selected.
 */
export function withSelected(
  selection: Selection,
  keys: readonly RowKey[],
  on: boolean,
  page: readonly RowKey[],
): Selection {
  if (selection.kind === 'matching' && on) return selection;
  const next = new Set(selection.kind === 'matching' ? page : selection.keys);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return { kind: 'rows', keys: next };
}

/**
 * Returns the keys between two rows in either direction, both included. If `from` is not on this
 * page, returns only `to`.
 */
export function keyRange(
  page: readonly RowKey[],
  from: RowKey | undefined,
  to: RowKey,
): readonly RowKey[] {
  const [start, end] = [from === undefined ? -1 : page.indexOf(from), page.indexOf(to)];
  return start < 0 ? [to] : page.slice(Math.min(start, end), Math.max(start, end) + 1);
}
