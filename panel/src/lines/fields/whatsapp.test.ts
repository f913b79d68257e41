import { readPhone, setPhoneReader } from '@ramal/contract/rules/phone';
import { phoneReaderFor } from '@ramal/contract/rules/phone-numbers';
import { beforeAll, expect, it } from 'vitest';
import { formatNumber, storedToTyped, typedProblem } from './whatsapp.ts';

beforeAll(() => setPhoneReader(phoneReaderFor('BR')));

it.each([
  ['of Brazil', '5511955550142', '+55 (11) 95555-0142'],
  ['of Brazil, on a desk', '551133334444', '+55 (11) 3333-4444'],
  // A Peruvian number. Without the plus, its eleven digits would be parsed as a number of Porto
  // Alegre.
  ['of Peru', '51912345678', '+51912345678'],
  ['of Portugal', '351912345678', '+351912345678'],
])('shows the stored number %s in full and does not change it in a field', (_of, stored, shown) => {
  expect(formatNumber(stored)).toBe(shown);
  expect(readPhone(storedToTyped(stored)).number).toBe(stored);
});

it('returns the problem of a number, and none for an empty field', () => {
  expect(typedProblem('987654321')).toMatch(/^Falta o DDD/);
  expect(typedProblem(storedToTyped(null))).toBeUndefined();
});
