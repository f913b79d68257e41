// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { ignoreSecondClicks } from './second-clicks.ts';

it('ignores the second click of a double click on a button only', () => {
  ignoreSecondClicks();
  document.body.innerHTML =
    '<button class="mantine-Button-root"><span>Salvar</span></button><button class="step">+</button>';
  const clicked = vi.fn<(event: Event) => void>();
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', clicked);
  const press = (selector: string, detail: number) =>
    document
      .querySelector(selector)!
      .dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));
  for (const detail of [1, 2]) press('span', detail);
  expect(clicked).toHaveBeenCalledTimes(1);
  // A key press (detail 0) and a later single click (detail 1).
  for (const detail of [0, 1]) press('span', detail);
  expect(clicked).toHaveBeenCalledTimes(3);
  for (const detail of [1, 2]) press('.step', detail);
  expect(clicked).toHaveBeenCalledTimes(5);
});
