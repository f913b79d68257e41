/**
 * How one would call the customer: sellers know names, and write them at the beginning of the note
 * (Q-CUSTOMERNAME). List, card, palette, board, receipt and texts use this one rule.
 */
import { QUICK_TEST_NOTE } from './terms.ts';

export interface CustomerName {
  readonly name: string;
  /** What the note says beyond the name. */
  readonly rest: string;
}

const LONGEST = 30;

export function customerName(line: {
  readonly note: string;
  readonly username: string;
  readonly isTrial?: boolean;
}): CustomerName {
  const note = line.note.replace(/^[\s–—·,-]+/u, '').trim();
  // The note of a quick test names no customer, but the row shows it as its note (UI-12).
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

/** «Teste – Samsung 55”» is called by its television, «Teste do Wellington» is Wellington's. */
const withoutTestWord = (note: string): string =>
  note.replace(/^(?:teste|Teste|TESTE)\b[\s:–—·,-]*(?:(?:d[aeo]s?|para|pra)\s+)?/u, '').trim();

/** At a blank where there is one; characters are not cut in two. */
function shortened(text: string): string {
  const signs = Array.from(text);
  if (signs.length <= LONGEST) return text;
  const cut = signs.slice(0, LONGEST + 1).join('');
  const blank = cut.lastIndexOf(' ');
  return blank > 0 ? cut.slice(0, blank) : signs.slice(0, LONGEST).join('');
}
