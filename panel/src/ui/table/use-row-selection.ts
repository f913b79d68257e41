import { useRef } from 'react';
import type { RowKey } from './columns.ts';
import { isSelected, keyRange, pageSelection, withSelected } from './selection.ts';
import type { ListSelection } from './selection.ts';

export interface RowSelection {
  readonly has: (key: RowKey) => boolean;
  /**
   * Toggles a row. With `range`, all rows between the last toggled row and this row get the new
   * state of this row.
   */
  readonly toggle: (key: RowKey, range: boolean) => void;
  readonly page: 'none' | 'some' | 'all';
  /** Selects all rows of the visible page. If all of them are selected, deselects them. */
  readonly togglePage: () => void;
}

export function useRowSelection(
  listSelection: ListSelection | undefined,
  page: readonly RowKey[],
): RowSelection | undefined {
  const last = useRef<RowKey>(undefined);
  if (!listSelection) return undefined;
  const { value, onChange } = listSelection;
  const state = pageSelection(value, page);
  return {
    has: (key) => isSelected(value, key),
    toggle: (key, range) => {
      const keys = keyRange(page, range ? last.current : undefined, key);
      last.current = key;
      onChange(withSelected(value, keys, !isSelected(value, key), page));
    },
    page: state,
    togglePage: () => onChange(withSelected(value, page, state !== 'all', page)),
  };
}
