/** Undoes the forms in which spreadsheets protect or distort a text, for every column of CSV and XLSX. */

/** Marks a cell that is merged with the one above: the file has no value of its own there. */
export const MERGED_ABOVE = '\u2060(mesclada com a de cima)';

/** `="0071"` and `'0071` are texts, `71500006.0` is a whole number. */
export function undoTextForm(cell: string): string {
  const text = cell.trim();
  const formula = /^="((?:[^"]|"")*)"$/.exec(text)?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  if (/^'[^']*$/.test(text)) return text.slice(1);
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** `7,15E+07`: the file contains no more digits than these. */
export const hasLostDigits = (cell: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(cell);

/** `71.500.005` of a column of numbers. */
export const withoutThousands = (cell: string): string =>
  /^\d{1,3}(?:\.\d{3}){2,}$/.test(cell) ? cell.replaceAll('.', '') : cell;
