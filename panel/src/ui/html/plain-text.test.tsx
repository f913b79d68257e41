import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('is the message’s words, with a space where a block ends', () => {
  expect(
    plainText(
      '<p>No <b>domingo</b>:</p><ul><li>um</li><li>dois</li></ul>três<br>quatro &amp; cinco',
    ),
  ).toBe('No domingo: um dois três quatro & cinco');
});

it('has no words of what is never shown', () => {
  expect(plainText('<style>p{}</style><script>alert(1)</script><p>só isto</p>')).toBe('só isto');
  expect(plainText('')).toBe('');
});
