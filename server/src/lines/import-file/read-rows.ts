/** Detects a file's format by its first bytes and reads its rows. Runs in a separate process. */
import { MAX_BATCH_SIZE, MAX_FILE_COLUMNS } from '@ramal/contract/rules/batch-bounds';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { detectCompression, unpackedBytes } from '../../foundation/files/unpack.ts';
import { type FileCells, toStoredCell } from './file-rows.ts';
import { readCsv } from './read-csv.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

/** Maximum number of rows, including the header. */
const MAX_ROWS = MAX_BATCH_SIZE + 1;

/**
 * Returns the rows that are not empty, all with the same number of cells. Throws
 * `ExplainedFailure`.
 */
export async function readRows(bytes: Uint8Array): Promise<FileCells[]> {
  const rows = await readKind(bytes, MAX_ROWS + 1);
  if (rows.length === 0) throw new ExplainedFailure('Este arquivo está vazio.');
  if (rows.length > MAX_ROWS)
    throw new ExplainedFailure('O arquivo tem mais de 20.000 linhas. Divida-o e envie em partes.');
  const width = Math.max(...rows.map(({ cells }) => widthOf(cells)));
  if (width > MAX_FILE_COLUMNS)
    throw new ExplainedFailure('O arquivo tem mais de 40 colunas. Apague as que não são usadas.');
  return rows.map(({ number, cells }) => ({
    number,
    cells: Array.from({ length: width }, (_, column) => toStoredCell(cells[column] ?? '')),
  }));
}

const MAX_TEXT = {
  bytes: 64 * 1024 * 1024,
  tooLarge: 'Este arquivo é grande demais por dentro.',
};

/** True if the file is a spreadsheet, which is a zip file with the folder `xl`. */
const isSpreadsheet = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('xl/');

async function readKind(packed: Uint8Array, most: number): Promise<FileCells[]> {
  const compression = detectCompression(packed);
  const isPacked = compression && !(compression === 'zip' && isSpreadsheet(packed));
  const bytes = isPacked ? await buffer(unpackedBytes(Readable.from([packed]), MAX_TEXT)) : packed;
  const starts = (...head: number[]) => head.every((byte, at) => bytes[at] === byte);
  if (starts(0x50, 0x4b)) {
    // Imported only when needed, because loading the module takes longer than reading most text
    // files.
    const { readXlsx } = await import('./read-xlsx.ts');
    return readXlsx(bytes, most);
  }
  if (starts(0xd0, 0xcf, 0x11, 0xe0))
    throw new ExplainedFailure(
      'Esta planilha é antiga (.xls) ou tem senha. Salve-a como .xlsx, sem senha, e envie de novo.',
    );
  const isText = !bytes.subarray(0, 4_096).includes(0) || starts(0xff, 0xfe) || starts(0xfe, 0xff);
  if (isText) return readCsv(bytes, most);
  throw new ExplainedFailure('Este arquivo não é uma planilha xlsx nem um CSV.');
}

/** Returns the number of cells up to the last one that is not empty. */
const widthOf = (cells: readonly string[]): number =>
  cells.findLastIndex((cell) => cell.trim() !== '') + 1;
