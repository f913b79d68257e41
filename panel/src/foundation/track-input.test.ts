// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { trackInput } from './track-input.ts';

const root = document.documentElement;
const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const touch = () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));

beforeEach(() => trackInput());

it('marks the page as used by pointer until a key other than a modifier is pressed', () => {
  touch();
  expect(root.dataset['input']).toBe('pointer');
  press('Shift');
  expect(root.dataset['input']).toBe('pointer');
  press('Tab');
  expect(root.dataset['input']).toBe('keyboard');
});
