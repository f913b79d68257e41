import { expect, it } from 'vitest';
import { customerOf } from './line.ts';

it.each([
  ['Dona Célia – TV da sala', 'Dona Célia'],
  ['Bar do Nando - 2 telas', 'Bar do Nando'],
  ['João Batista (vizinho do Téo)', 'João Batista'],
  ['Ana Paula · paga dia 23', 'Ana Paula'],
  ['Seu Osvaldo', 'Seu Osvaldo'],
  ['Pediu para pausar nas férias', '84920175'],
  ['Usuário gerado em teste rapido', '84920175'],
  ['Teste – Samsung 55”', '84920175'],
  ['cliente novo', '84920175'],
  ['', '84920175'],
])('the note «%s» is called %s', (note, name) => {
  expect(customerOf({ note, username: '84920175' })).toBe(name);
});
