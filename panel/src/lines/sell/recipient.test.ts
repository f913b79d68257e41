import { setPhoneReader } from '@ramal/contract/rules/phone';
import { phoneReaderFor } from '@ramal/contract/rules/phone-numbers';
import { afterEach, expect, it } from 'vitest';
import { readRecipient } from './recipient.ts';

afterEach(() => setPhoneReader(undefined));

it.each([
  ['Cláudia Reis 11955550163', 'Cláudia Reis', '11955550163'],
  ['Cláudia Reis - (11) 95555-0163', 'Cláudia Reis', '(11) 95555-0163'],
  ['+55 11 95555-0163 Cláudia', 'Cláudia', '+55 11 95555-0163'],
  ['+55 11 95555-0163', '', '+55 11 95555-0163'],
  [' Dona Célia ', 'Dona Célia', ''],
  ['Sala 12', 'Sala 12', ''],
  ['Fulano https://wa.me/5511988887766', 'Fulano', '5511988887766'],
])('splits «%s» into name and number', (written, note, whatsapp) => {
  expect(readRecipient(written)).toEqual({ note, whatsapp });
});

it('keeps digits in the note if they are no valid number', () => {
  setPhoneReader(phoneReaderFor('BR'));
  const written = 'João, pedido 00000000001';
  expect(readRecipient(written)).toEqual({ note: written, whatsapp: '' });
  expect(readRecipient('João 11955550163').whatsapp).toBe('11955550163');
});
