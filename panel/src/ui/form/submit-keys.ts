import type { FocusEvent, KeyboardEvent } from 'react';

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

const FIELDS =
  'input:not([type="radio"], [type="checkbox"], [readonly], [aria-haspopup]), textarea';

/** The field below this one in its form, past choices and buttons. */
function nextField({ target }: { target: EventTarget }): HTMLElement | undefined {
  if (!(target instanceof HTMLInputElement) || !target.matches(FIELDS)) return undefined;
  const fields = [...(target.form?.querySelectorAll<HTMLElement>(FIELDS) ?? [])];
  return fields[fields.indexOf(target) + 1];
}

/** A phone's keyboard writes on its key what Enter does. */
export function nameEnterKey(event: FocusEvent): void {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.matches(FIELDS))
    target.enterKeyHint = nextField(event) ? 'next' : 'done';
}

/** On a phone Enter leads to the next field, where a browser would send a form that is not filled in. */
export function goOnWithEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  const next = nextField(event);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
