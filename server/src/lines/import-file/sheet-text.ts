/**
 * Restores texts that a spreadsheet changed or wrote in a protected form. Used for every column of
 * CSV and XLSX files.
 */

/** Marks a cell that is merged with the cell above, because the file contains no value for it. */
export const MERGED_ABOVE = '\u2060(mesclada com a de cima)';

/**
 * Removes the text form of a spreadsheet. `="0071"` and `'0071` become `0071`, and `71500006.0`
 * becomes `71500006`.
 */
export function undoTextForm(cell: string): string {
  const text = cell.trim();
  const formula = /^="((?:[^"]|"")*)"$/.exec(text)?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  if (/^'[^']*$/.test(text)) return text.slice(1);
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** Returns true for a number such as `7,15E+07`. The file does not contain its remaining digits. */
export const hasLostDigits = (cell: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(cell);

/** Removes thousands separators from a number such as `71.500.005`. */
export const withoutThousands = (cell: string): string =>
  /^\d{1,3}(?:\.\d{3}){2,}$/.test(cell) ? cell.replaceAll('.', '') : cell;
