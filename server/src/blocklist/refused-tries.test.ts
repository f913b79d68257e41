import { expect, test } from 'vitest';
import { maskText } from './refused-tries.ts';

test.each([
  ['segredo9', 's•••9 (8)'],
  ['ab', '••• (2)'],
  ['', '••• (0)'],
  ['senha com espaço', 's•••o (16)'],
  ['🦀aa🦀', '🦀•••🦀 (4)'],
  ['a\u0000\u202ebcd', 'a•••d (4)'],
  ['x'.repeat(5_000), 'x•••x (5000)'],
])('stores %j as %s', (password, shown) => {
  expect(maskText(password)).toBe(shown);
});
