import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';

const key = 'ramal.menu-recolhido';

export interface SidebarFold {
  folded: boolean;
  /**
   * True if the user opened the menu in a window that is too narrow for it. The menu then covers
   * part of the page.
   */
  isOverlay: boolean;
  toggle: () => void;
  close: () => void;
}

/**
 * Controls the width of the menu: 232 px, or 56 px when folded. Between 800 and 1200 px the menu
 * folds automatically, so that a table keeps its minimum width at 1024 px. Above 1200 px the user's
 * choice is stored.
 */
export function useSidebarFold(): SidebarFold {
  const isNarrow =
    useMediaQuery('(width < 75em)', false, { getInitialValueInEffect: false }) ?? false;
  const [chosen, setChosen] = useState(stored);
  const [openWhenNarrow, setOpenWhenNarrow] = useState(false);
  const folded = isNarrow ? !openWhenNarrow : chosen;
  useLayoutEvent(folded);
  const toggle = () => {
    if (isNarrow) return setOpenWhenNarrow(!openWhenNarrow);
    store(!chosen);
    return setChosen(!chosen);
  };
  return {
    folded,
    isOverlay: isNarrow && openWhenNarrow,
    toggle,
    close: () => setOpenWhenNarrow(false),
  };
}

/**
 * Closes the menu that covers the page when the user presses or focuses another element, or presses
 * Esc.
 */
export function useCloseOutside(
  root: RefObject<HTMLElement | null>,
  { isOverlay, close }: SidebarFold,
): void {
  useEffect(() => {
    if (!isOverlay) return undefined;
    const onTouch = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) close();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      // Moves the focus from the hidden element to the first button, which opens the menu again.
      if (root.current?.contains(document.activeElement))
        root.current.querySelector('button')?.focus();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerdown', onTouch, { signal });
    document.addEventListener('focusin', onTouch, { signal });
    document.addEventListener('keydown', onKey, { signal });
    return () => listening.abort();
  });
}

/**
 * Sends a resize event to charts and tables every 180 ms, for a second after the menu was folded or
 * unfolded (S-SHELL-10, K-15).
 */
function useLayoutEvent(folded: boolean): void {
  const before = useRef(folded);
  useEffect(() => {
    if (before.current === folded) return undefined;
    before.current = folded;
    const timer = setInterval(() => window.dispatchEvent(new Event('resize')), 180);
    const end = setTimeout(() => clearInterval(timer), 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [folded]);
}

function stored(): boolean {
  try {
    return localStorage.getItem(key) === 'sim';
  } catch {
    return false;
  }
}

function store(folded: boolean): void {
  try {
    if (folded) localStorage.setItem(key, 'sim');
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so the choice is lost when the page is closed.
  }
}
