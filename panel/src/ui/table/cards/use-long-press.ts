/**
 * Long press of a finger or a pen on a card. The browser then opens no menu and selects no text, and
 * the end of the press does not count as a tap. Buttons for the actions of the card are left out.
 */
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** Time in ms after which a touch on a card counts as a long press. */
const LONG_MS = 500;
const MAX_MOVE_PX = 10;
/** Longest time in ms between the end of a touch and its click. */
const CLICK_DELAY_MS = 700;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly hold: () => void;
}

export function useLongPress() {
  const press = useRef<Press>(undefined);
  const isHeld = useRef(false);
  const endedAt = useRef<number>(undefined);
  const cancel = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  useEffect(() => cancel, []);
  const begin = ({ clientX: x, clientY: y }: PointerEvent, onLongPress: () => void) => {
    const hold = () => {
      if (isHeld.current) return;
      isHeld.current = true;
      navigator.vibrate?.(10);
      onLongPress();
    };
    press.current = { x, y, hold, timer: setTimeout(hold, LONG_MS) };
  };
  /** Handlers of one card. They must stay while the card is pressed. */
  return (onLongPress: () => void) => ({
    'data-holds': true,
    onPointerDown: (event: PointerEvent) => {
      cancel();
      isHeld.current = false;
      const isAction = (event.target as Element).closest('[data-card-actions]');
      if (event.pointerType !== 'mouse' && event.isPrimary && !isAction) begin(event, onLongPress);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (!press.current || isHeld.current) return;
      const { x, y } = press.current;
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) cancel();
    },
    onPointerUp: ({ timeStamp }: PointerEvent) => {
      endedAt.current = timeStamp;
      cancel();
    },
    // The browser cancels the touch when it begins to scroll.
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      if (!press.current) return;
      event.preventDefault();
      // Some phones report a long press earlier.
      press.current.hold();
    },
    onClickCapture: (event: MouseEvent) => {
      const isLate = event.timeStamp - (endedAt.current ?? 0) > CLICK_DELAY_MS;
      if (!isHeld.current || isLate) return;
      isHeld.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });
}
