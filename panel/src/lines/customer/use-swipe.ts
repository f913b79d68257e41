/** Gestures of the sheet: sideways to a neighbour, and down on its top edge to close it. */
import { type TouchEvent, useRef } from 'react';

interface SwipeOptions {
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onDown: () => void;
}

const SIDEWAYS_PX = 64;
const DOWN_PX = 80;
/** A movement counts for the axis on which it is this many times longer. */
const STRAIGHT = 2;

export function useSwipe({ onPrevious, onNext, onDown }: SwipeOptions) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const onTouchStart = ({ touches, target }: TouchEvent) => {
    const touch = touches[0];
    const isField = target instanceof Element && target.closest('input, textarea');
    start.current =
      touches.length === 1 && touch && !isField
        ? { x: touch.clientX, y: touch.clientY }
        : undefined;
  };
  const moved = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0];
    const from = start.current;
    start.current = undefined;
    return from && touch
      ? { right: touch.clientX - from.x, down: touch.clientY - from.y }
      : { right: 0, down: 0 };
  };
  const endSideways = (right: number, down: number): boolean => {
    if (Math.abs(right) < SIDEWAYS_PX || Math.abs(right) < STRAIGHT * Math.abs(down)) return false;
    if (right > 0) onPrevious?.();
    else onNext?.();
    return true;
  };
  return {
    sideways: {
      onTouchStart,
      onTouchEnd: (event: TouchEvent) => {
        const { right, down } = moved(event);
        endSideways(right, down);
      },
    },
    whole: {
      onTouchStart,
      onTouchEnd: (event: TouchEvent) => {
        const { right, down } = moved(event);
        if (!endSideways(right, down) && down > DOWN_PX && down > STRAIGHT * Math.abs(right))
          onDown();
      },
    },
  };
}
