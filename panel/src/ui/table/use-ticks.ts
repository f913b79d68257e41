import { useRef } from 'react';
import type { RowKey } from './columns.ts';
import { isTicked, rangeOf, tickedOf, withTicked } from './selection.ts';
import type { Ticking } from './selection.ts';

export interface Ticks {
  readonly has: (key: RowKey) => boolean;
  /** With `range`, everything from the row ticked last becomes like this one. */
  readonly toggle: (key: RowKey, range: boolean) => void;
  readonly page: 'none' | 'some' | 'all';
  /** Ticks the page that is seen, or lets go of it when all of it is ticked. */
  readonly togglePage: () => void;
}

export function useTicks(ticking: Ticking | undefined, page: readonly RowKey[]): Ticks | undefined {
  const last = useRef<RowKey>(undefined);
  if (!ticking) return undefined;
  const { value, onChange } = ticking;
  const state = tickedOf(value, page);
  return {
    has: (key) => isTicked(value, key),
    toggle: (key, range) => {
      const keys = rangeOf(page, range ? last.current : undefined, key);
      last.current = key;
      onChange(withTicked(value, keys, !isTicked(value, key), page));
    },
    page: state,
    togglePage: () => onChange(withTicked(value, page, state !== 'all', page)),
  };
}
