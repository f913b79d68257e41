import { type RefObject, useEffect, useRef } from 'react';

const CHOSEN = '[aria-current], [aria-pressed="true"], label:has(:checked)';

/**
 * For a row that scrolls sideways: centres its last chosen item when the row opens and when
 * `chosen` changes. A filter follows the tabs, of which one is always chosen. The page itself does
 * not scroll.
 */
export function useChosenInRow<Row extends HTMLElement>(chosen: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const item = [...(row.current?.querySelectorAll(CHOSEN) ?? [])].at(-1);
    if (!row.current || !item) return;
    const frame = row.current.getBoundingClientRect();
    const { left, width } = item.getBoundingClientRect();
    row.current.scrollLeft += left - frame.left - (frame.width - width) / 2;
  }, [chosen]);
  return row;
}
