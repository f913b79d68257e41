/**
 * Reads the first sheet of a spreadsheet. A small file may unpack to a very large one. The zip
 * directory is therefore checked first, and unpacking stops at the declared sizes. Only the
 * unpacked result is parsed.
 */
import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import type { FileCells } from './file-rows.ts';
import { MERGED_ABOVE } from './sheet-text.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

/**
 * Maximum size of an unpacked file in bytes. A file of twenty thousand rows with forty cells has
 * about this size.
 */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/**
 * Maximum compression ratio. A normal spreadsheet has a ratio of about 5, or of about 50 if all
 * rows are alike.
 */
const MAX_RATIO = 100;
const RATIO_FROM_BYTES = 4 * 1024 * 1024;
/** Maximum size in bytes of a text without a tag. A cell contains at most 32,767 characters. */
const MAX_TEXT_BYTES = 256 * 1024;
const TOO_LARGE = 'Esta planilha é grande demais por dentro.';
const BROKEN = 'Esta planilha está danificada ou não é um arquivo xlsx.';

export async function readXlsx(bytes: Uint8Array, most: number): Promise<FileCells[]> {
  const { packed, merges } = repacked(bytes);
  const sheet = await readSheet(Buffer.from(packed)).catch((error: unknown) => {
    throw new ExplainedFailure(BROKEN, { cause: error });
  });
  const rows: FileCells[] = [];
  for (const [index, row] of sheet.entries()) {
    // The library declares a date class of its own in its types. At run time the values are `Date`.
    const cells = row.map((value) => textOf(value as Cell));
    if (cells.every((cell) => cell.trim() === '')) continue;
    for (const { top, left, bottom, right } of merges) {
      if (index <= top || index > bottom || textOf((sheet[top]?.[left] ?? null) as Cell) === '')
        continue;
      cells.fill(MERGED_ABOVE, left, right + 1);
    }
    rows.push({ number: index + 1, cells });
    if (rows.length === most) break;
  }
  return rows;
}

/** Rows and columns of a merged range, counted from 0. */
interface Merge {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

const MERGE = /<mergeCell\b[^>]{0,200}?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;
const MAX_MERGES = 5_000;

function mergesIn(sheet: string): Merge[] {
  const merges: Merge[] = [];
  for (const [, left = '', top, right = '', bottom] of sheet.matchAll(MERGE)) {
    if (merges.length === MAX_MERGES) throw new ExplainedFailure(TOO_LARGE);
    const merge = {
      top: Number(top) - 1,
      left: columnOf(left),
      bottom: Number(bottom) - 1,
      right: columnOf(right),
    };
    if (merge.bottom > merge.top) merges.push(merge);
  }
  return merges;
}

const FIRST_LETTER = 'A'.charCodeAt(0);
const LETTERS = 26;

/** Returns the index of a column: `A` is 0, `AA` is 26. */
const columnOf = (letters: string): number =>
  letters
    .split('')
    .reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - FIRST_LETTER + 1, 0) - 1;

/**
 * Unpacks at most the declared and allowed size, and packs the result again. The parser then reads
 * a file whose size was checked.
 */
function repacked(bytes: Uint8Array): { packed: Uint8Array; merges: readonly Merge[] } {
  let packed = 0;
  let unpacked = 0;
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!/\.(xml|rels)$/.test(name)) return false;
        packed += size;
        unpacked += originalSize;
        const isBomb = unpacked > RATIO_FROM_BYTES && unpacked > packed * MAX_RATIO;
        if (isBomb || unpacked > MAX_UNPACKED_BYTES) throw new ExplainedFailure(TOO_LARGE);
        return true;
      },
    });
    for (const [name, bytes] of Object.entries(parts)) {
      refuseLongTexts(bytes);
      if (name.startsWith('xl/worksheets/')) refuseFarCells(Buffer.from(bytes).toString('latin1'));
    }
    const [first] = Object.keys(parts)
      .filter((name) => name.startsWith('xl/worksheets/'))
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const merges = first ? mergesIn(Buffer.from(parts[first]!).toString('latin1')) : [];
    return { packed: zipSync(parts, { level: 0 }), merges };
  } catch (error) {
    throw error instanceof ExplainedFailure
      ? error
      : new ExplainedFailure(BROKEN, { cause: error });
  }
}

/**
 * Refuses long texts without a tag, because the parser scans such a text again with each chunk of
 * it.
 */
function refuseLongTexts(part: Uint8Array): void {
  for (let at = 0; at < part.length;) {
    const tag = part.indexOf(TAG, at);
    const end = tag < 0 ? part.length : tag;
    if (end - at > MAX_TEXT_BYTES) throw new ExplainedFailure(BROKEN);
    at = end + 1;
  }
}

const TAG = '<'.charCodeAt(0);

/**
 * Refuses a cell reference with four letters or eight digits. The last cell of any spreadsheet is
 * XFD1048576, and the parser would fill in all cells before a farther one.
 */
function refuseFarCells(sheet: string): void {
  if (/\br="(?:[A-Z]{4,}\d*|[A-Z]*\d{8,})"/.test(sheet)) throw new ExplainedFailure(BROKEN);
}

type Cell = string | number | boolean | Date | null;

/** Returns a cell as text. A date in a sheet has no time zone and is read as written. */
function textOf(value: Cell): string {
  if (value === null) return '';
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return '';
  const [date, time] = new Date(value.getTime() + 500).toISOString().split('T');
  return time!.startsWith('00:00') ? date! : `${date} ${time!.slice(0, 5)}`;
}
