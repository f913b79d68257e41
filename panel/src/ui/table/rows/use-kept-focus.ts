import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { RowKey } from '../columns.ts';

/** How often a dialog over the list is looked for that will give back a focus which nobody can take. */
const LOOK_AGAIN_MS = 200;

/**
 * Rows come anew while one has the focus, or the dialog that it opened: if that row is gone, the focus goes to
 * the row with its key, else to the one in its place, and not to the top of the page.
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
    /** To a dialog it goes for a while, and with the window it stays where it was. */
    release: ({ target, relatedTarget }: FocusEvent) => {
      const comesBack =
        document.activeElement === target ||
        (relatedTarget instanceof Element && relatedTarget.closest('[aria-modal="true"]'));
      if (!comesBack) held.current = undefined;
    },
  };
}
