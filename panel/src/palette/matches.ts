import { foldText } from '@ramal/contract/rules/text';

/** Removes accents and case from each letter. The result has as many letters as the text. */
export const folded = (text: string): string =>
  Array.from(text, (letter) => foldText(letter).charAt(0) || letter.charAt(0)).join('');

export const matches = (text: string, search: string): boolean =>
  folded(text).includes(folded(search));

/** Splits the text into pieces and marks those that match the search. */
export function markMatches(text: string, search: string): { text: string; isMatch: boolean }[] {
  const [letters, needle] = [Array.from(text), folded(search)];
  if (needle === '') return [{ text, isMatch: false }];
  const at = folded(text).indexOf(needle);
  if (at < 0) return [{ text, isMatch: false }];
  const [from, to] = [at, at + Array.from(needle).length];
  return [
    { text: letters.slice(0, from).join(''), isMatch: false },
    { text: letters.slice(from, to).join(''), isMatch: true },
    { text: letters.slice(to).join(''), isMatch: false },
  ].filter((piece) => piece.text !== '');
}
