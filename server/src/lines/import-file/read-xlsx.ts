/**
 * Reads the first sheet of a spreadsheet. A small file may unpack to a very large one: its directory
 * is read first, unpacking stops at the sizes it declares, and only the result is passed on.
 */
import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { FileUnreadable } from '../../foundation/files/file-unreadable.ts';
import type { FileCells } from './file-rows.ts';

/** Twenty thousand rows of forty cells, as spreadsheets write them. */
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Spreadsheets pack to a fifth, at most to a fiftieth where all rows are alike. */
const MOST_RATIO = 100;
const RATIO_FROM_BYTES = 4 * 1024 * 1024;
/** A cell holds no more than 32,767 characters. */
const LONGEST_TEXT_BYTES = 256 * 1024;
const TOO_LARGE = 'Esta planilha é grande demais por dentro.';
const BROKEN = 'Esta planilha está danificada ou não é um arquivo xlsx.';

export async function readXlsx(bytes: Uint8Array, most: number): Promise<FileCells[]> {
  const sheet = await readSheet(Buffer.from(repacked(bytes))).catch((error: unknown) => {
    throw new FileUnreadable(BROKEN, { cause: error });
  });
  const rows: FileCells[] = [];
  for (const [index, row] of sheet.entries()) {
    // The library's types claim its date class where the values are dates.
    const cells = row.map((value) => textOf(value as Cell));
    if (cells.every((cell) => cell.trim() === '')) continue;
    rows.push({ number: index + 1, cells });
    if (rows.length === most) break;
  }
  return rows;
}

/** Unpacks to no more than the declared and allowed size, and packs the result again. */
function repacked(bytes: Uint8Array): Uint8Array {
  let packed = 0;
  let unpacked = 0;
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!/\.(xml|rels)$/.test(name)) return false;
        packed += size;
        unpacked += originalSize;
        const isBomb = unpacked > RATIO_FROM_BYTES && unpacked > packed * MOST_RATIO;
        if (isBomb || unpacked > MOST_UNPACKED_BYTES) throw new FileUnreadable(TOO_LARGE);
        return true;
      },
    });
    for (const [name, bytes] of Object.entries(parts)) {
      refuseLongTexts(bytes);
      if (name.startsWith('xl/worksheets/')) refuseFarCells(Buffer.from(bytes).toString('latin1'));
    }
    return zipSync(parts, { level: 0 });
  } catch (error) {
    throw error instanceof FileUnreadable ? error : new FileUnreadable(BROKEN, { cause: error });
  }
}

/** The reader looks at a text without a tag again with each piece of it. */
function refuseLongTexts(part: Uint8Array): void {
  for (let at = 0; at < part.length;) {
    const tag = part.indexOf(TAG, at);
    const end = tag < 0 ? part.length : tag;
    if (end - at > LONGEST_TEXT_BYTES) throw new FileUnreadable(BROKEN);
    at = end + 1;
  }
}

const TAG = '<'.charCodeAt(0);

/** No spreadsheet goes beyond cell XFD1048576: all cells before a further one would be filled in. */
function refuseFarCells(sheet: string): void {
  if (/\br="(?:[A-Z]{4,}\d*|[A-Z]*\d{8,})"/.test(sheet)) throw new FileUnreadable(BROKEN);
}

type Cell = string | number | boolean | Date | null;

/** A date in a sheet has no zone: it is read as it is written. */
function textOf(value: Cell): string {
  if (value === null) return '';
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return '';
  const [date, time] = new Date(value.getTime() + 500).toISOString().split('T');
  return time!.startsWith('00:00') ? date! : `${date} ${time!.slice(0, 5)}`;
}
