import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { RowKey } from '../columns.ts';

/**
 * Interval for checking whether a dialog over the list is still open. Its closing may leave the
 * focus on no element.
 */
const LOOK_AGAIN_MS = 200;

/**
 * Keeps the focus in the list when new rows replace the focused one, or the one that opened a
 * dialog. The focus moves to the row with the same key, or else to the row in its position.
 * Otherwise it would return to the top of the page.
 */
export function useKeptFocus<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => RowKey,
  focusRow: (index: number) => void,
) {
  const held = useRef<{ element: Element; key: RowKey; index: number }>(undefined);
  const refocus = useEffectEvent((was: { key: RowKey; index: number }) => {
    const same = rows.findIndex((row) => rowKey(row) === was.key);
    focusRow(same === -1 ? Math.min(was.index, rows.length - 1) : same);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const was = held.current;
      if (!was || was.element.isConnected) return;
      if (document.querySelector('[aria-modal="true"]')) timer = setTimeout(look, LOOK_AGAIN_MS);
      else if (document.activeElement === document.body) refocus(was);
    };
    look();
    return () => clearTimeout(timer);
  }, [rows]);
  return {
    hold: (element: Element, row: Row, index: number) => {
      held.current = { element, key: rowKey(row), index };
    },
    /**
     * Forgets the row if the focus leaves the list. A dialog only borrows the focus, and a change
     * of the window does not move it.
     */
    release: ({ target, relatedTarget }: FocusEvent) => {
      const comesBack =
        document.activeElement === target ||
        (relatedTarget instanceof Element && relatedTarget.closest('[aria-modal="true"]'));
      if (!comesBack) held.current = undefined;
    },
  };
}
