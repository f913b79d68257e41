import { useState } from 'react';
import type { TransitionOverride } from '@mantine/core';

/** A box lives until it has left the screen: closing plays its way out, then tells who waits for it. */
export function useClosing(onClosed: () => void): { opened: boolean; close: () => void; transition: TransitionOverride } {
  const [opened, setOpened] = useState(true);
  return {
    opened,
    close: () => setOpened(false),
    transition: { duration: 180, exitDuration: 120, transition: 'pop', onExited: onClosed },
  };
}

/** Mantine draws every window as a `dialog`; a question or message is an `alertdialog`, and only the node can be told. */
export function asAlertDialog(node: HTMLElement | null): void {
  node?.setAttribute('role', 'alertdialog');
}
