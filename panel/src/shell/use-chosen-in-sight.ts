import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** Room above and below the entry, so that its neighbours are seen too. */
const MARGIN = 32;

/** Scrolls the chosen entry of a scrolling menu into view on every page; the page stays. */
export function useChosenInSight(drawnAnew: unknown): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null);
  // The branch of a page opens once its route is resolved, which is later than the address changes.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    const chosen = menu.current?.querySelector('[aria-current="page"], [data-here]');
    if (!menu.current || !chosen) return;
    const entry = chosen.getBoundingClientRect();
    // In a branch that was closed by hand nothing is drawn.
    if (entry.height === 0) return;
    const sight = menu.current.getBoundingClientRect();
    const above = entry.top - MARGIN - sight.top;
    const below = entry.bottom + MARGIN - sight.bottom;
    if (above < 0) menu.current.scrollTop += above;
    else if (below > 0) menu.current.scrollTop += below;
  }, [path, drawnAnew]);
  return menu;
}
