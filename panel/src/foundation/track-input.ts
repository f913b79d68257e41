/**
 * Marks the page with the kind of the last input. Browsers show a focus ring when code moves the
 * focus on a new page, even after a touch. The style sheet hides the ring until a key is pressed.
 */
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta']);

export function trackInput(root: HTMLElement = document.documentElement): void {
  const mark = (input: 'pointer' | 'keyboard') => {
    root.dataset['input'] = input;
  };
  root.addEventListener('pointerdown', () => mark('pointer'), { capture: true, passive: true });
  root.addEventListener(
    'keydown',
    ({ key }) => {
      if (!modifiers.has(key)) mark('keyboard');
    },
    { capture: true, passive: true },
  );
}
