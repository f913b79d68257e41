/**
 * Shows the current page and stores the previous pages. The Back button of the phone does the same
 * as «‹ Voltar».
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Charge } from './api.ts';
import { findLinkedKey } from './linked-key.ts';
import { DOUBLE_TAP_MS, useSecondTaps } from './second-taps.ts';

export type Page =
  | 'home'
  | 'renew'
  /** Page for a single payment, without the offer of an automatic renewal. */
  | 'renew-once'
  | 'recurring'
  | 'help'
  | 'referral'
  /**
   * Dialog that asks before the automatic renewal ends. It is shown over the home page or over the
   * page of the authorization.
   */
  | { readonly stopOver: 'home' | 'recurring' }
  | { readonly charge: Charge }
  | { readonly ticket: number };

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
  /** Replaces the current page, so that Back does not return to it. */
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
      // The browser also fires this event if a link with a key is opened in this tab. Such an event
      // is not a step back.
      if (findLinkedKey() !== undefined) return;
      leaves();
      show(behind.current.pop() ?? 'home');
    };
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [leaves, show]);
  const base = typeof page === 'object' && 'stopOver' in page ? page.stopOver : page;
  useEffect(() => {
    // The call is in braces, because newer browsers return a promise from it. An effect must not
    // return a promise as its clean-up function.
    window.scrollTo(0, 0);
  }, [base]);
  /**
   * Goes back by at most this number of pages. The browser then fires the `popstate` event that the
   * handler above receives.
   */
  const goBack = (most: number) => {
    if (performance.now() - wentBackAt.current < DOUBLE_TAP_MS) return;
    wentBackAt.current = performance.now();
    const pages = Math.min(most, behind.current.length);
    // Removes the pages that are skipped. The page to show stays in the list, because the handler
    // of the browser's event takes it from there.
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
    /**
     * True if the page is still open. The customer may have left it while a request was running.
     */
    isShown: (page: Page) => shown.current === page,
    /** Removes the pages of the previous customer from the history. */
    leave: useCallback(() => {
      behind.current = [];
      setPage('home');
    }, []),
    onClickCapture,
  };
}
