/**
 * The way back closes what is open first: the browser's arrow, Android's gesture and the phone's key leave a
 * screen only when no window, sheet or question stands over it.
 */
import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

interface Opened {
  readonly close: () => void;
  /** While an act runs it stays, and so does the screen. */
  readonly isLocked: () => boolean;
}

/** The topmost is last. */
const opened: Opened[] = [];
let holdEntry: (() => void) | undefined;

interface Step {
  readonly pathname: string;
  readonly search: string;
}

const hasDialog = ({ search }: Step) => new URLSearchParams(search).has('dialog');

/** A dialog that its address opened goes with the address. */
const closesWithAddress = (from: Step, to: Step) =>
  opened.length === 1 && from.pathname === to.pathname && hasDialog(from) && !hasDialog(to);

/** Watches the steps back of a router; called once, where the router is made. */
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
  // A step back from the first entry would leave the panel without asking: one entry more is put before it.
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

/** While it is open, a step back closes it and the screen stays. */
export function useClosedByBack(isOpen: boolean, onClose: () => void, isLocked = false): void {
  const latest = useRef({ onClose, isLocked });
  useEffect(() => {
    latest.current = { onClose, isLocked };
  });
  useEffect(() => {
    if (!isOpen) return;
    const entry: Opened = {
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
