import type { FocusEvent, KeyboardEvent } from 'react';

/** Submits on Ctrl Enter (Cmd Enter) from any field. */
export const submitOnCtrlEnter =
  (submit: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };

/**
 * Stops Enter on a radio button or checkbox from submitting the form, which browsers do by default.
 */
export function ignoreEnterOnChoice(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key === 'Enter' && target instanceof HTMLInputElement && target.type === 'radio')
    event.preventDefault();
}

const FIELDS =
  'input:not([type="radio"], [type="checkbox"], [readonly], [aria-haspopup]), textarea';

/** Returns the next text field in the form. Radio buttons, checkboxes and buttons are skipped. */
function nextField({ target }: { target: EventTarget }): HTMLElement | undefined {
  if (!(target instanceof HTMLInputElement) || !target.matches(FIELDS)) return undefined;
  const fields = [...(target.form?.querySelectorAll<HTMLElement>(FIELDS) ?? [])];
  return fields[fields.indexOf(target) + 1];
}

/** Sets the label of the Enter key on a phone's keyboard to its action. */
export function nameEnterKey(event: FocusEvent): void {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.matches(FIELDS))
    target.enterKeyHint = nextField(event) ? 'next' : 'done';
}

/**
 * Moves to the next field on Enter. On a phone a browser would submit the incomplete form instead.
 */
export function focusNextOnEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  const next = nextField(event);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
