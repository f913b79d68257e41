import { expect, it } from 'vitest';
import { customerName } from './customer-name.ts';

const username = '84920175';

it.each([
  ['Dona Célia – TV da sala', 'Dona Célia', 'TV da sala'],
  ['Bar do Nando - 2 telas - paga dia 5', 'Bar do Nando', '2 telas - paga dia 5'],
  ['Ana Paula · paga dia 23', 'Ana Paula', 'paga dia 23'],
  ['Seu Osvaldo, vizinho', 'Seu Osvaldo', 'vizinho'],
  ['Maria\nsegunda linha', 'Maria', 'segunda linha'],
  ['Maria-José', 'Maria-José', ''],
  ['João Batista (vizinho do Téo)', 'João Batista (vizinho do Téo)', ''],
  ['Pediu para pausar nas férias de dezembro', 'Pediu para pausar nas férias', 'de dezembro'],
  ['a'.repeat(40), 'a'.repeat(30), 'a'.repeat(10)],
  // A quick test without a name shows its note.
  ['Usuário gerado em teste rapido', username, 'Usuário gerado em teste rapido'],
  [' – Dona Ana', 'Dona Ana', ''],
  ['', username, ''],
])('the note «%s» names %s', (note, name, rest) => {
  expect(customerName({ note, username })).toEqual({ name, rest });
});

it.each([
  ['Teste – Samsung 55”', 'Samsung 55”'],
  ['teste Wellington', 'Wellington'],
  ['Teste do Wellington', 'Wellington'],
  ['TESTE da dona Lia', 'dona Lia'],
  ['Teste', username],
  ['Testemunha', 'Testemunha'],
])('reads from the note «%s» of a test the name %s', (note, name) => {
  expect(customerName({ note, username, isTrial: true }).name).toBe(name);
});

it('reads the first word «Teste» of an official line as the name', () => {
  expect(customerName({ note: 'Teste – Samsung', username }).name).toBe('Teste');
});
