import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** Room above and below the entry, so that its neighbours are seen too. */
const MARGIN = 32;

/** With every page the menu that gets this ref scrolls as far as it must to show the chosen entry. The page itself stays. */
export function useChosenInSight(drawnAnew: unknown): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const chosen = menu.current?.querySelector('[aria-current="page"], [data-here]');
    if (!menu.current || !chosen) return;
    const entry = chosen.getBoundingClientRect();
    const sight = menu.current.getBoundingClientRect();
    const above = entry.top - MARGIN - sight.top;
    const below = entry.bottom + MARGIN - sight.bottom;
    if (above < 0) menu.current.scrollTop += above;
    else if (below > 0) menu.current.scrollTop += below;
  }, [path, drawnAnew]);
  return menu;
}
