import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('returns the words of the message with a space after each block', () => {
  expect(
    plainText(
      '<p>No <b>domingo</b>:</p><ul><li>um</li><li>dois</li></ul>três<br>quatro &amp; cinco',
    ),
  ).toBe('No domingo: um dois três quatro & cinco');
});

it('leaves out elements that are never shown', () => {
  expect(plainText('<style>p{}</style><script>alert(1)</script><p>só isto</p>')).toBe('só isto');
  expect(plainText('')).toBe('');
});
