/**
 * Reads the first sheet of a spreadsheet. A small file may unpack to a very large one: its directory
 * is read first, unpacking stops at the sizes it declares, and only the result is passed on.
 */
import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { FileUnreadable, type FileCells } from './file-rows.ts';

/** Twenty thousand rows of forty cells, as spreadsheets write them. */
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;
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
  let unpacked = 0;
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(xml|rels)$/.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > MOST_UNPACKED_BYTES) throw new FileUnreadable(TOO_LARGE);
        return true;
      },
    });
    for (const [name, bytes] of Object.entries(parts))
      if (name.startsWith('xl/worksheets/')) refuseFarCells(Buffer.from(bytes).toString('latin1'));
    return zipSync(parts, { level: 0 });
  } catch (error) {
    throw error instanceof FileUnreadable ? error : new FileUnreadable(BROKEN, { cause: error });
  }
}

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
