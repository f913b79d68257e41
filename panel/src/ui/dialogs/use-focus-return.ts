import { useEffect } from 'react';

/** Of a dialog that was closed in this frame: one that takes its place gives the focus back there. */
let leftTo: HTMLElement | null = null;

/** While `opened` the focus is elsewhere; afterwards it goes back to where it came from, unless it has gone on. */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return undefined;
    const opener = openerOf(document.activeElement) ?? leftTo;
    return () => {
      leftTo = opener;
      // In the next frame: what it stood in may have to be shown again first.
      requestAnimationFrame(() => {
        leftTo = null;
        if (isFocusLost() && opener?.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}

/** An entry of a menu goes with its menu, so the button that opened the menu stands in for it. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** Whoever is at the keyboard would begin at the top of the page. */
export function isFocusLost(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body;
}
