/**
 * Reads separated text from spreadsheets and panels. The encoding is UTF-8, UTF-16 with a byte
 * order mark, or Windows-1252. The separator is a comma, a semicolon or a tab, or the character
 * that a first text line such as `sep=|` declares. A cell that contains a separator or a quote is
 * enclosed in quotes. A quote inside it is doubled.
 */
import { decodeText } from '../../foundation/files/decode-text.ts';
import type { FileCells } from './file-rows.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

const SEPARATORS = [';', ',', '\t'] as const;
/** Number of first characters that are used to find the separator. */
const SAMPLE_CHARS = 20_000;

export function readCsv(bytes: Uint8Array, most: number): FileCells[] {
  const text = decodeText(bytes);
  // Some spreadsheets declare the separator in the first text line.
  const declared = /^sep=(.)\r?\n/i.exec(text);
  const separator = declared?.[1] ?? separatorOf(text.slice(0, SAMPLE_CHARS));
  return [...rowsOf(text, { separator, from: declared?.[0].length ?? 0, most })];
}

/**
 * Returns the separator that splits most rows into the same number of cells. A row with one cell is
 * ignored, because it may be a title.
 */
function separatorOf(sample: string): string {
  const scores = SEPARATORS.map((separator) => {
    const widths = [...rowsOf(sample, { separator, from: 0, most: 50, cut: true })].map(
      ({ cells }) => cells.length,
    );
    const alike = Map.groupBy(
      widths.filter((width) => width > 1),
      (width) => width,
    );
    const scoresByWidth = [...alike].map(([width, rows]) => rows.length * 100 + width);
    return { separator, score: Math.max(0, ...scoresByWidth) };
  });
  return scores.reduce((best, candidate) => (candidate.score > best.score ? candidate : best))
    .separator;
}

interface CsvRange {
  readonly separator: string;
  readonly from: number;
  readonly most: number;
  readonly cut?: boolean;
}

/** Yields rows. If the text is `cut`, it may end in the middle of a cell. */
function* rowsOf(
  text: string,
  { separator, from, most, cut = false }: CsvRange,
): Generator<FileCells> {
  let cells: string[] = [];
  let number = 0;
  let count = 0;
  for (let at = from; at <= text.length;) {
    const { cell, end } = cellAt(text, at, separator, cut);
    cells.push(cell);
    at = end + 1;
    if (text[end] === separator) continue;
    if (text[end] === '\r' && text[end + 1] === '\n') at += 1;
    number += 1;
    if (cells.some((text) => text.trim() !== '')) {
      if ((count += 1) > most) return;
      yield { number, cells };
    }
    cells = [];
  }
}

/** Returns one cell and the position of its end. */
function cellAt(text: string, at: number, separator: string, cut: boolean) {
  let cell = '';
  let end = at;
  if (text[at] === '"') {
    for (end = at + 1; ;) {
      const quote = text.indexOf('"', end);
      if (quote < 0 && !cut) throw new ExplainedFailure('Há aspas abertas que não se fecham.');
      if (quote < 0) return { cell: text.slice(at + 1), end: text.length };
      cell += text.slice(end, quote);
      end = quote + 1;
      if (text[end] !== '"') break;
      cell += '"';
      end += 1;
    }
  }
  // Text after a closing quote belongs to the cell, as spreadsheets read it.
  const rest = end;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r')
    end += 1;
  return { cell: cell + text.slice(rest, end), end };
}
