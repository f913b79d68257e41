import { customerName } from '@ramal/contract/rules/customer-name';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { furtherNote, noteWithName, noteWithText } from './edit-note.ts';

const line = (note: string) => ({ note, username: '84920175', isTrial: false });
const words = fc.stringMatching(/^[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8})?$/);

describe('the name in a note', () => {
  it.each([
    ['Dona Célia – TV da sala', 'Dona Ana', 'Dona Ana – TV da sala'],
    ['Dona Célia', 'Dona Ana', 'Dona Ana'],
    ['', 'Dona Ana', 'Dona Ana'],
    ['Célia, paga no dia 29', 'Ana', 'Ana, paga no dia 29'],
  ])('replaces only the name in «%s»', (note, name, expected) => {
    expect(noteWithName(line(note), name)).toBe(expected);
  });

  it('keeps a name that replaces the word of a test', () => {
    const trial = { ...line('Teste do Wellington'), isTrial: true };
    expect(noteWithName(trial, 'Ana')).toBe('Teste do Ana');
  });
});

describe('the further text of a note', () => {
  it.each([
    ['Dona Célia – TV da sala', 'Quarto', 'Dona Célia – Quarto'],
    ['Dona Célia – TV da sala', '', 'Dona Célia'],
    ['Dona Célia', 'Paga no dia 29', 'Dona Célia · Paga no dia 29'],
    ['', 'Paga no dia 29', 'Paga no dia 29'],
  ])('replaces only the text after the name in «%s»', (note, text, expected) => {
    expect(noteWithText(line(note), text)).toBe(expected);
  });

  it('is read again unchanged, and an edit of the name keeps it', () => {
    fc.assert(
      fc.property(words, words, words, (name, other, text) => {
        const noted = line(noteWithText(line(name), text));
        expect(furtherNote(noted)).toBe(text);
        const renamed = line(noteWithName(noted, other));
        expect(customerName(renamed)).toEqual({ name: other, rest: text });
      }),
    );
  });
});
