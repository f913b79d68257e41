/**
 * Streams an .xlsx file (ECMA-376) row by row, so that the whole file is never in memory. Cells are
 * typed, the header row is frozen, and text is never interpreted as a formula (Q-EXPORT,
 * Q-SHEETFMT).
 */
import { once } from 'node:events';
import { createDeflateRaw } from 'node:zlib';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { Zip, ZipPassThrough, strToU8 } from 'fflate';
import { wallClockMs } from '../clock.ts';

export interface SheetColumn<Row> {
  readonly header: string;
  /** Width of the column in characters. */
  readonly width: number;
  readonly cell: (row: Row) => string | number | Date | null;
}

interface SheetOptions {
  /** Time zone in which dates are written. */
  readonly timeZone: string;
}

/** Yields the bytes of the file for each page of rows. */
export async function* spreadsheet<Row>(
  columns: readonly SheetColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  { timeZone }: SheetOptions,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const add = (name: string): DeflatedFile => {
    const file = new DeflatedFile(name);
    zip.add(file);
    return file;
  };
  for (const [name, text] of Object.entries(frame)) await add(name).write(text, true);
  const sheet = add('xl/worksheets/sheet1.xml');
  const letters = columns.map((_, at) => columnName(at));
  const serial = serialIn(timeZone);
  let rowNumber = 1;
  try {
    await sheet.write(`${head(columns)}<sheetData>${headerRow(columns, letters)}`);
    for await (const page of pages) {
      const rows = page.map((row) => {
        rowNumber += 1;
        const cells = columns.map(({ cell }, at) =>
          cellXml(cell(row), `${letters[at]}${rowNumber}`, serial),
        );
        return `<row r="${rowNumber}">${cells.join('')}</row>`;
      });
      await sheet.write(rows.join(''));
      yield* chunks;
      chunks = [];
    }
    await sheet.write('</sheetData></worksheet>', true);
  } finally {
    sheet.close();
  }
  zip.end();
  yield* chunks;
}

/** Number of the compression method in the headers of a zip. */
const DEFLATE = 8;

/**
 * File inside the zip. zlib compresses it in another thread, because a page of rows would block the
 * event loop for 20 ms.
 */
class DeflatedFile extends ZipPassThrough {
  override compression = DEFLATE;
  readonly #deflate = createDeflateRaw();
  /**
   * Resolves when the stream is closed. Rejects if zlib fails: the callback of a write does not
   * report such a failure.
   */
  readonly #failure = once(this.#deflate, 'close');
  #written: Promise<unknown> = Promise.resolve();

  constructor(name: string) {
    super(name);
    this.#failure.catch(() => undefined);
    this.#deflate.on('data', (bytes: Uint8Array) => this.ondata(null, bytes, false));
  }

  async write(text: string, isLast = false): Promise<void> {
    this.push(strToU8(text), isLast);
    await Promise.race([this.#written, this.#failure]);
    if (isLast) this.ondata(null, new Uint8Array(), true);
  }

  close(): void {
    this.#deflate.destroy();
  }

  protected override process(chunk: Uint8Array, isLast: boolean): void {
    if (isLast) {
      this.#written = once(this.#deflate, 'end');
      this.#deflate.end(chunk);
    } else {
      this.#written = new Promise<void>((resolve, reject) => {
        this.#deflate.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    }
  }
}

/** Returns the name of a column: 0 → A, 26 → AA. */
function columnName(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26));
}

const HEADER = 1;
const DATE = 2;
const TEXT_THAT_LOOKS_LIKE_A_FORMULA = 3;

function headerRow(columns: readonly SheetColumn<never>[], letters: readonly string[]): string {
  const cells = columns.map(({ header }, at) => textXml(header, `${letters[at]}1`, HEADER));
  return `<row r="1">${cells.join('')}</row>`;
}

function cellXml(
  value: string | number | Date | null,
  cellName: string,
  serial: (at: Date) => number,
): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return `<c r="${cellName}"><v>${value}</v></c>`;
  if (value instanceof Date) return `<c r="${cellName}" s="${DATE}"><v>${serial(value)}</v></c>`;
  return textXml(value, cellName, /^[=+\-@\t\r]/.test(value) ? TEXT_THAT_LOOKS_LIKE_A_FORMULA : 0);
}

/** Maximum number of characters in a cell. Longer text is cut, as in Excel. */
const MAX_TEXT_LENGTH = 32_767;

const textXml = (text: string, cellName: string, style: number): string =>
  `<c r="${cellName}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escaped(
    text.slice(0, MAX_TEXT_LENGTH),
  )}</t></is></c>`;

// eslint-disable-next-line no-control-regex -- the pattern matches the characters that XML forbids
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/**
 * Day 0 of the day numbers of a sheet. With this day, 1 March 1900 has the number 61, as in Excel.
 */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/**
 * Converts a moment to a date number of the sheet: days since day 0, in the local time of a zone.
 */
const serialIn =
  (timeZone: string) =>
  (at: Date): number =>
    (wallClockMs(at, timeZone) - FIRST_DAY) / DAY_MS;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const SPREADSHEET_TYPE = `${SHEET_TYPE}.sheet`;

function head(columns: readonly SheetColumn<never>[]): string {
  const widths = columns.map(
    ({ width }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width + 2}" customWidth="1"/>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols>`;
}

/** Parts of the file by name, except the rows. */
const frame: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Ramal" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`,
};
