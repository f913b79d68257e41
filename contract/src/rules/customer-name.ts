/**
 * Extracts the name of the customer from the note. Sellers write the name at the beginning of the
 * note (Q-CUSTOMERNAME). List, card, palette, board, receipt and texts use this rule.
 */
import { QUICK_TEST_NOTE } from './terms.ts';

interface CustomerName {
  readonly name: string;
  /** Part of the note after the name. */
  readonly rest: string;
}

const MAX_NAME_LENGTH = 30;

export function customerName(line: {
  readonly note: string;
  readonly username: string;
  readonly isTrial?: boolean;
}): CustomerName {
  const note = line.note.replace(/^[\s–—·,-]+/u, '').trim();
  // The note of a quick test contains no name, so the user name replaces it. The row still shows
  // the note.
  if (note === QUICK_TEST_NOTE) return { name: line.username, rest: note };
  const customerText = line.isTrial ? withoutTestWord(note) : note;
  if (customerText === '') return { name: line.username, rest: '' };
  const end = /\s[–—-]\s|\s*·\s*|,|\r?\n/.exec(customerText);
  const first = (end ? customerText.slice(0, end.index) : customerText).trim();
  const after = end ? customerText.slice(end.index + end[0].length).trim() : '';
  if (first === '') return { name: line.username, rest: after };
  const name = shortened(first);
  return name === first
    ? { name, rest: after }
    : { name, rest: customerText.slice(name.length).trim() };
}

/**
 * Removes the word «Teste», so that «Teste – Samsung 55”» gives «Samsung 55”» and «Teste do
 * Wellington» gives «Wellington».
 */
const withoutTestWord = (note: string): string =>
  note.replace(/^(?:teste|Teste|TESTE)\b[\s:–—·,-]*(?:(?:d[aeo]s?|para|pra)\s+)?/u, '').trim();

/** Shortens the text at a blank if possible, and never inside a character. */
function shortened(text: string): string {
  const signs = Array.from(text);
  if (signs.length <= MAX_NAME_LENGTH) return text;
  const cut = signs.slice(0, MAX_NAME_LENGTH + 1).join('');
  const blank = cut.lastIndexOf(' ');
  return blank > 0 ? cut.slice(0, blank) : signs.slice(0, MAX_NAME_LENGTH).join('');
}
