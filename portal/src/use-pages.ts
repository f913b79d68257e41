/**
 * The page that stands there, and those behind it: the phone's Back does what «‹ Voltar» does. The second tap of a
 * double tap falls on the page that the first one opened, and is none.
 */
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Charge } from './api.ts';
import { findLinkedKey } from './linked-key.ts';

export type Page =
  | 'home'
  | 'renew'
  | 'help'
  | { readonly charge: Charge }
  | { readonly ticket: number };

const DOUBLE_TAP_MS = 400;
/** So far apart the two taps may be. */
const DOUBLE_TAP_PX = 32;

/** Whether a click is the second tap of one that opened the page it falls on. */
function useSecondTaps() {
  const opened = useRef({ at: -Infinity, x: 0, y: 0 });
  const last = useRef({ x: 0, y: 0 });
  return {
    opens: () => {
      opened.current = { at: performance.now(), ...last.current };
    },
    /** Another page stands there, which no tap opened. */
    leaves: useCallback(() => {
      opened.current.at = -Infinity;
    }, []),
    onClickCapture: (event: MouseEvent) => {
      const { at, x, y } = opened.current;
      const { clientX, clientY } = event;
      last.current = { x: clientX, y: clientY };
      const isNear = Math.hypot(clientX - x, clientY - y) < DOUBLE_TAP_PX;
      // A key's click has no place.
      if (event.detail === 0 || !isNear || performance.now() - at > DOUBLE_TAP_MS) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

export function usePages(first: Page, onHome: () => void) {
  const [page, setPage] = useState(first);
  const behind = useRef<Page[]>([]);
  const wentBackAt = useRef(-Infinity);
  const { opens, leaves, onClickCapture } = useSecondTaps();
  const home = useRef(onHome);
  home.current = onHome;
  const shown = useRef(page);
  shown.current = page;
  useEffect(() => {
    if (shown.current === 'home' || behind.current.length > 0) return;
    behind.current = ['home'];
    window.history.pushState(null, '');
  }, []);
  const show = useCallback((next: Page) => {
    setPage(next);
    if (next === 'home') home.current();
  }, []);
  /** In place of this one, which Back does not find again. */
  const replace = (next: Page) => {
    opens();
    show(next);
  };
  const open = (next: Page) => {
    behind.current.push(page);
    window.history.pushState(null, '');
    replace(next);
  };
  useEffect(() => {
    const back = () => {
      // A link that is opened in this tab is told here too, and is no way back.
      if (findLinkedKey() !== undefined) return;
      leaves();
      show(behind.current.pop() ?? 'home');
    };
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [leaves, show]);
  useEffect(() => {
    // Newer browsers answer a promise here, which is no clean-up.
    window.scrollTo(0, 0);
  }, [page]);
  /** The browser goes back by so many pages, and is heard above. */
  const goBack = (most: number) => {
    if (performance.now() - wentBackAt.current < DOUBLE_TAP_MS) return;
    wentBackAt.current = performance.now();
    const pages = Math.min(most, behind.current.length);
    // The last that is passed is taken when the browser tells of it.
    behind.current.splice(behind.current.length - pages + 1);
    if (pages === 0) show('home');
    else window.history.go(-pages);
  };
  return {
    page,
    open,
    replace,
    back: () => goBack(1),
    goHome: () => goBack(Number.POSITIVE_INFINITY),
    /** It may have been left while an answer was on its way. */
    isShown: (one: Page) => shown.current === one,
    /** Nothing of who leaves stands behind who comes. */
    leave: useCallback(() => {
      behind.current = [];
      setPage('home');
    }, []),
    onClickCapture,
  };
}
