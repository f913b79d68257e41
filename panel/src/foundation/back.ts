/**
 * Handles a step back: the browser's back button, Android's gesture and the phone's back key. If a
 * dialog, sheet or prompt is open, the step closes the topmost one. Otherwise the step leaves the
 * screen.
 */
import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

interface OpenElement {
  readonly close: () => void;
  /** While an action runs, a step back closes neither the element nor the screen. */
  readonly isLocked: () => boolean;
}

/** Open elements; the topmost is last. */
const opened: OpenElement[] = [];
let holdEntry: (() => void) | undefined;

interface Step {
  readonly pathname: string;
  readonly search: string;
}

/**
 * Counts the parameters that open a dialog, a customer's page, or this page without the list. A
 * window over a customer's page has two of them.
 */
const countOpenedByAddress = ({ search }: Step): number => {
  const params = new URLSearchParams(search);
  const opens = [params.has('dialog'), params.has('line'), params.get('view') === 'page'];
  return opens.filter(Boolean).length;
};

/**
 * True if the step closes a dialog that is in the address. Such a dialog closes when the address
 * changes, so the step is not blocked.
 */
const closesWithAddress = (from: Step, to: Step) =>
  opened.length === 1 &&
  from.pathname === to.pathname &&
  countOpenedByAddress(to) < countOpenedByAddress(from);

/** Intercepts the steps back of a router. Called once, where the router is created. */
export function closeFirstOnBack(router: AnyRouter): void {
  const history: RouterHistory = router.history;
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action, currentLocation, nextLocation }) => {
      const top = opened.at(-1);
      if (action !== 'BACK' || !top) return false;
      if (top.isLocked()) return true;
      if (closesWithAddress(currentLocation, nextLocation)) return false;
      top.close();
      return true;
    },
  });
  // Adds a history entry if no earlier one exists. Otherwise the step back would leave the panel
  // without a confirmation.
  holdEntry = () => {
    if (history.canGoBack()) return;
    const { search } = router.latestLocation;
    void router.navigate({
      to: '.',
      search,
      hash: true,
      state: { held: true } as object,
      resetScroll: false,
    });
  };
}

/** While the element is open, a step back closes it and the screen stays. */
export function useClosedByBack(isOpen: boolean, onClose: () => void, isLocked = false): void {
  const latest = useRef({ onClose, isLocked });
  useEffect(() => {
    latest.current = { onClose, isLocked };
  });
  useEffect(() => {
    if (!isOpen) return;
    const entry: OpenElement = {
      close: () => latest.current.onClose(),
      isLocked: () => latest.current.isLocked,
    };
    holdEntry?.();
    opened.push(entry);
    return () => {
      opened.splice(opened.indexOf(entry), 1);
    };
  }, [isOpen]);
}
