import { expect, test } from 'vitest';
import { pluralize, creditsInWords, formatCount, formatCredits, formatMoney } from './numbers.ts';

test('formats credits with a comma and without trailing zeros', () => {
  expect(formatCredits(42.4)).toBe('42,4');
  expect(formatCredits(0)).toBe('0');
  expect(formatCredits(10000)).toBe('10.000');
  expect(formatCredits(0.65)).toBe('0,65');
});

test('uses the singular only for exactly one credit', () => {
  expect(creditsInWords(1)).toBe('1 crédito');
  expect(creditsInWords(0.6)).toBe('0,6 créditos');
  expect(creditsInWords(42.4)).toBe('42,4 créditos');
});

test('formats money with cents and a plain space', () => {
  expect(formatMoney(130)).toBe('R$ 130,00');
  expect(formatMoney(1706.5)).toBe('R$ 1.706,50');
});

test('groups counts by thousands and adds the matching noun', () => {
  expect(formatCount(1706)).toBe('1.706');
  expect(pluralize(1, 'usuário', 'usuários')).toBe('1 usuário');
  expect(pluralize(208, 'usuário', 'usuários')).toBe('208 usuários');
});
