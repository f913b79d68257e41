// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { clearSharedText, sharedText } from './quick-test-draft.ts';

afterEach(() => history.replaceState(null, '', '/'));

const shared = (text: string): string | undefined => {
  history.replaceState(null, '', `/dashboard#para=${encodeURIComponent(text)}`);
  return sharedText();
};

it.each([
  ['Patrícia +55 11 98888-7766', '+55 11 98888-7766'],
  ['https://wa.me/5511988887766', 'https://wa.me/5511988887766'],
  ['Fulano https://wa.me/5511988887766', '5511988887766'],
  ['(11) 98888-7766', '(11) 98888-7766'],
  ['Dona Célia', 'Dona Célia'],
])('uses the number of «%s», or else its text', (text, taken) => {
  expect(shared(text)).toBe(taken);
});

it('uses the shared text only once', () => {
  shared('Dona Célia');
  clearSharedText();
  expect(location.hash).toBe('');
  expect(sharedText()).toBeUndefined();
});
