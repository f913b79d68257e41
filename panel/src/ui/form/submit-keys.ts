import type { KeyboardEvent } from 'react';

/** Ctrl Enter (Cmd Enter) submits from any field. */
export const submitOnCtrlEnter =
  (submit: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };

/** Enter on a choice only chooses: a browser would submit the form. */
export function ignoreEnterOnChoice(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key === 'Enter' && target instanceof HTMLInputElement && target.type === 'radio')
    event.preventDefault();
}
