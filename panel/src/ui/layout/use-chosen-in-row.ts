import { type RefObject, useEffect, useRef } from 'react';

const CHOSEN = '[aria-current], [aria-pressed="true"], label:has(:checked)';

/**
 * For a row that scrolls horizontally: centres its last selected item at the start and when
 * `chosen` changes. If a filter follows tabs in the row, the filter is centred. The page itself
 * does not scroll.
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
