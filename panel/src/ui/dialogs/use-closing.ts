import { useState } from 'react';
import type { TransitionOverride } from '@mantine/core';

/**
 * A box lives until it has left the screen: closing plays its way out, gives the focus back to where it
 * came from, then tells who waits for it.
 */
export function useClosing(onClosed: () => void): { opened: boolean; close: () => void; transition: TransitionOverride } {
  const [opened, setOpened] = useState(true);
  const [opener] = useState(() => document.activeElement);
  const onExited = () => {
    // In the next frame: the window it may stand in has to come back first.
    requestAnimationFrame(() => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    });
    onClosed();
  };
  return {
    opened,
    close: () => setOpened(false),
    transition: { duration: 180, exitDuration: 120, transition: 'pop', onExited },
  };
}

/** Mantine draws every window as a `dialog`; a question or message is an `alertdialog`, and only the node can be told. */
export function asAlertDialog(node: HTMLElement | null): void {
  node?.setAttribute('role', 'alertdialog');
}
