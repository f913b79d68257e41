/**
 * Writes a table as a CSV file that a Brazilian spreadsheet opens by a double click. The file is
 * UTF-8 with byte order mark, has `;` between cells and a comma in decimals (Q-SHEETFMT). Names and
 * notes are untrusted. A text that a spreadsheet would read as a formula gets an apostrophe in
 * front and remains text.
 */
import type { Download } from '@ramal/contract/api/endpoint';

export type CsvCell = string | number | null;

/** Streams the rows as a file. The whole table is never in memory. */
export const csvDownload = (
  name: string,
  header: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]>,
): Download => ({ name, type: 'text/csv; charset=utf-8', content: written(header, rows) });

/**
 * Number of characters after which joined text lines are sent. Without joining, each text line of a
 * long file would be sent separately.
 */
const PIECE_CHARS = 32_768;

async function* written(
  header: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]>,
): AsyncGenerator<string> {
  let piece = `\uFEFF${line(header)}`;
  for await (const row of rows) {
    piece += line(row);
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}

const line = (cells: readonly CsvCell[]): string => `${cells.map(cell).join(';')}\r\n`;

function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Beginning of a text that a spreadsheet may read as a formula. Spreadsheets skip blanks before the
 * sign of a formula, and accept full-width signs.
 */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]|^[\t\r\n]/u;
const QUOTED = /[;,"\r\n\t]|^\s|\s$/;
