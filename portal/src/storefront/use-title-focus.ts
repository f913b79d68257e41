import { type RefObject, useEffect, useRef } from 'react';

let isFirstTitle = true;

/**
 * Moves the focus to the title of a new step, so that a screen reader announces it. On the first page
 * of a visit the browser decides about the focus. `isKept` is true if the step focuses a field.
 */
export function useTitleFocus(isKept = false): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstTitle && !isKept) title.current?.focus({ preventScroll: true });
    isFirstTitle = false;
  }, [isKept]);
  return title;
}
