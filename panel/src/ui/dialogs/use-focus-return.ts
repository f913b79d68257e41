import { useEffect } from 'react';

/**
 * Opener of the dialog that was closed in the current frame. A dialog that replaces the closed one
 * later returns the focus to the same opener.
 */
let leftTo: HTMLElement | null = null;

/**
 * Returns the focus to the opener when `opened` becomes false, unless another element has the
 * focus.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return undefined;
    const opener = openerOf(document.activeElement) ?? leftTo;
    return () => {
      leftTo = opener;
      // Waits one frame, because the container of the opener may be hidden until then.
      requestAnimationFrame(() => {
        leftTo = null;
        if (isFocusLost() && opener?.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}

/**
 * Finds the element that opened the dialog. A menu entry disappears with its menu, so the button of
 * the menu is returned instead.
 */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** True if no element has the focus. The next Tab would then start at the top of the page. */
export function isFocusLost(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body;
}
