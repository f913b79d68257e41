/**
 * Reverses the forms in which spreadsheets protect or change a text, for every column of CSV and
 * XLSX.
 */

/** Marks a cell that is merged with the cell above, because the file contains no value for it. */
export const MERGED_ABOVE = '\u2060(mesclada com a de cima)';

/** Reverses the text form: `="0071"` and `'0071` are texts, `71500006.0` is an integer. */
export function undoTextForm(cell: string): string {
  const text = cell.trim();
  const formula = /^="((?:[^"]|"")*)"$/.exec(text)?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  if (/^'[^']*$/.test(text)) return text.slice(1);
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** True for `7,15E+07`: the file does not contain the remaining digits. */
export const hasLostDigits = (cell: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(cell);

/** Removes thousands separators from a number such as `71.500.005`. */
export const withoutThousands = (cell: string): string =>
  /^\d{1,3}(?:\.\d{3}){2,}$/.test(cell) ? cell.replaceAll('.', '') : cell;
