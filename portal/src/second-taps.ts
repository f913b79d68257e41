/**
 * If a customer taps twice, the second tap would press a button of the page that the first tap
 * opened. Such a tap is ignored.
 */
import { type MouseEvent, useCallback, useRef } from 'react';

export const DOUBLE_TAP_MS = 400;
/** Maximum distance between the two taps of a double tap. */
const DOUBLE_TAP_PX = 32;

/** Ignores the second tap of a double tap whose first tap opened the current page. */
export function useSecondTaps() {
  const opened = useRef({ at: -Infinity, x: 0, y: 0 });
  const last = useRef({ x: 0, y: 0 });
  return {
    opens: () => {
      opened.current = { at: performance.now(), ...last.current };
    },
    /** Called if the page changes without a tap. Then no tap is ignored. */
    leaves: useCallback(() => {
      opened.current.at = -Infinity;
    }, []),
    onClickCapture: (event: MouseEvent) => {
      const { at, x, y } = opened.current;
      const { clientX, clientY } = event;
      last.current = { x: clientX, y: clientY };
      const isNear = Math.hypot(clientX - x, clientY - y) < DOUBLE_TAP_PX;
      // A click from the keyboard has no position.
      if (event.detail === 0 || !isNear || performance.now() - at > DOUBLE_TAP_MS) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
