/** A finger that rests on a card: handlers for the card, which other lists need not know. */
import { type PointerEvent, useEffect, useRef } from 'react';

const LONG_MS = 500;
const MOST_MOVE_PX = 10;

export function useLongPress() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, []);
  return (onLongPress: () => void) => ({
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      cancel();
      if (pointerType === 'mouse') return;
      start.current = { x, y };
      timer.current = setTimeout(onLongPress, LONG_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = start.current;
      if (Math.hypot(clientX - x, clientY - y) > MOST_MOVE_PX) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onPointerLeave: cancel,
  });
}
