import type { FocusEvent, KeyboardEvent } from 'react';

/** Returns a key handler that submits on Ctrl Enter (Cmd Enter) from every field. */
export const submitOnCtrlEnter =
  (submit: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };

/** Ignores Enter on a radio button. By default, browsers would submit the form. */
export function ignoreEnterOnChoice(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key === 'Enter' && target instanceof HTMLInputElement && target.type === 'radio')
    event.preventDefault();
}

const FIELDS =
  'input:not([type="radio"], [type="checkbox"], [readonly], [aria-haspopup]), textarea';

/**
 * Returns the next text field in the form. Skips radio buttons, checkboxes, and fields that are
 * read-only or open a list. Undefined in the last field and in a text area.
 */
function nextField({ target }: { target: EventTarget }): HTMLElement | undefined {
  if (!(target instanceof HTMLInputElement) || !target.matches(FIELDS)) return undefined;
  const fields = [...(target.form?.querySelectorAll<HTMLElement>(FIELDS) ?? [])];
  return fields[fields.indexOf(target) + 1];
}

/** Sets the label that the Enter key of a phone's keyboard shows, according to its action. */
export function nameEnterKey(event: FocusEvent): void {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.matches(FIELDS))
    target.enterKeyHint = nextField(event) ? 'next' : 'done';
}

/**
 * Moves the focus to the next field on Enter. Otherwise the browser of a phone would submit the
 * incomplete form.
 */
export function focusNextOnEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  const next = nextField(event);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
