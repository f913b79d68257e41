import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** Room above and below the entry, so that its neighbours are seen too. */
const MARGIN = 32;

/** With every page the menu scrolls as far as it must for the chosen entry to be in sight. The page itself stays. */
export function useChosenInSight(menu: RefObject<HTMLElement | null>, drawnAnew: unknown): void {
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
  }, [menu, path, drawnAnew]);
}
