import { expect, it } from 'vitest';
import { foldText } from './text.ts';

it.each([
  ['São João', 'sao joao'],
  ['AÇÃO', 'acao'],
  ['Pokémon 4K', 'pokemon 4k'],
  ['e\u0301', 'e'],
  ['Ñandú', 'nandu'],
  ['100% grátis', '100% gratis'],
  ['', ''],
])('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
