/**
 * A table as a CSV file that a Brazilian spreadsheet opens by a double click: UTF-8 with its mark,
 * `;` between cells, a comma in decimals (Q-SHEETFMT). Names and notes are other people's words: what
 * a spreadsheet would take for a formula is written behind an apostrophe and stays text.
 */
import type { Download } from '@ramal/contract/api/endpoint';

export type CsvCell = string | number | null;

/** Rows are streamed: the table is never in memory as a whole. */
export const csvDownload = (
  name: string,
  header: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]>,
): Download => ({ name, type: 'text/csv; charset=utf-8', content: written(header, rows) });

/** Lines gathered into one piece, so that a long file is not sent a line at a time. */
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

/** Blanks before the sign are skipped by spreadsheets; full-width signs are read like the others. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]|^[\t\r\n]/u;
const QUOTED = /[;,"\r\n\t]|^\s|\s$/;
