/**
 * Moves the focus with the arrow keys, in reading order. A remote control of a television has
 * arrows but no Tab key.
 */
const PRESSABLE = 'a[href], button:not(:disabled), input, summary';
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Old televisions have no `checkVisibility`, but newer browsers lay out folded details. */
const isVisible = (element: HTMLElement): boolean =>
  element.offsetParent !== null &&
  (!('checkVisibility' in element) || (element as HTMLElement).checkVisibility());

export function enableArrowKeys(): void {
  document.addEventListener('keydown', (event) => {
    const isRadio = event.target instanceof HTMLInputElement && event.target.type === 'radio';
    // A remote control has no space bar, which chooses on a keyboard.
    if (isRadio && event.key === 'Enter') event.target.click();
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const isField = event.target instanceof HTMLInputElement && !isRadio;
    // Inside a text field the left and right arrows move the caret.
    if (isField && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) return;
    const all = [...document.querySelectorAll<HTMLElement>(PRESSABLE)].filter(isVisible);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = all[at === -1 ? 0 : at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  });
}
