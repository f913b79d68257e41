import type { KeyboardEvent } from 'react';

/** Ctrl Enter (Cmd Enter) submits from any field. */
export const submitOnCtrlEnter =
  (submit: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
