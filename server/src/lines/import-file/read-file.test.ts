/** Tests files as people and programs write them, and malicious files. */
import { randomBytes } from 'node:crypto';
import { Refusal } from '@ramal/contract/api/errors';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { spreadsheet } from '../../foundation/files/spreadsheet.ts';
import { MAX_CELL_LENGTH } from './file-rows.ts';
import { readFile } from './read-file.ts';
import { readRows } from './read-rows.ts';

const utf8 = (text: string): Uint8Array => Buffer.from(text);
const cells = async (bytes: Uint8Array) => (await readRows(bytes)).map((row) => row.cells);

/** Reads a file as the product does. Returns the rows or the reason of the rejection. */
const read = (bytes: Uint8Array, onExhausted = async () => {}) =>
  readFile({ log: pino({ level: 'silent' }), onExhausted }, bytes).catch((error: unknown) => {
    if (error instanceof Refusal) return error.message;
    throw error;
  });

describe('text', () => {
  const rows = [
    ['usuário', 'senha', 'nota'],
    ['82014573', 'k7Tq29xm', 'Dona Célia; sala, quarto'],
    ['82014574', 'a"b', 'duas\nlinhas'],
  ];
  const written = (separator: string, end = '\r\n') =>
    rows
      .map((row) =>
        row
          .map((cell) => (/[";,\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
          .join(separator),
      )
      .join(end);

  it.each([
    ['semicolons', utf8(written(';'))],
    ['commas', utf8(written(','))],
    ['tabs', utf8(written('\t'))],
    ['lines that end as on old machines', utf8(written(';', '\r'))],
    ['an end of its own', utf8(`${written(';', '\n')}\n\n`)],
    ['the mark of UTF-8', utf8(`\uFEFF${written(';')}`)],
    ['Windows-1252', Buffer.from(written(';'), 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${written('\t')}`, 'utf16le')],
    ['a line that names the separator', utf8(`sep=;\r\n${written(';')}`)],
  ])('with %s', async (_, bytes) => {
    expect(await cells(bytes)).toEqual(rows);
  });

  it('reads a file with one column', async () => {
    expect(await cells(utf8('http://a.example/get.php?username=1&password=2\nhttp://b'))).toEqual([
      ['http://a.example/get.php?username=1&password=2'],
      ['http://b'],
    ]);
  });

  it('keeps the row numbers of the file and skips empty rows', async () => {
    expect((await readRows(utf8('a;b\n;\n\nc;d\n'))).map(({ number }) => number)).toEqual([1, 4]);
  });

  it('reads any written cells back unchanged', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((value) => !value.includes('\0'));
    const table = fc.integer({ min: 2, max: 5 }).chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 8,
      }),
    );
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(';', ',', '\t'), async (made, separator) => {
        const text = made
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(separator))
          .join('\n');
        const filled = made.filter((row) => row.some((value) => value.trim() !== ''));
        const wide = filled.some((row) => row.at(-1)!.trim() !== '');
        fc.pre(filled.length > 0 && wide);
        expect(await cells(utf8(text))).toEqual(
          filled.map((row) => row.map((value) => value.trim())),
        );
      }),
    );
  });
});

const sheetOf = (inside: string, more: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${inside}</sheetData></worksheet>`),
    ...more,
  });

describe('spreadsheets', () => {
  it('reads a spreadsheet written by this product', async () => {
    const columns = [
      { header: 'Usuário', width: 10, cell: (row: (typeof rows)[number]) => row.name },
      { header: 'Vencimento', width: 10, cell: (row: (typeof rows)[number]) => row.at },
    ];
    const rows = [{ name: '82014573', at: new Date('2026-12-20T17:32:00Z') }];
    const pieces: Uint8Array[] = [];
    const pages = (async function* () {
      yield rows;
    })();
    for await (const piece of spreadsheet(columns, pages, { timeZone: 'America/Sao_Paulo' }))
      pieces.push(piece);
    expect(await cells(Buffer.concat(pieces))).toEqual([
      ['Usuário', 'Vencimento'],
      ['82014573', '2026-12-20 14:32'],
    ]);
  });

  it('reads numbers and formulas and booleans and errors', async () => {
    const row =
      '<row r="1"><c r="A1"><v>84920175</v></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>84920175x</v></c>' +
      '<c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#REF!</v></c><c r="E1"><f>1+1</f></c><c r="F1"><v>2</v></c></row>';
    expect(await cells(sheetOf(row))).toEqual([['84920175', '84920175x', 'true', '', '', '2']]);
  });

  it('limits unpacking to the sizes in the directory of the archive', async () => {
    const honest = sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>', {
      'xl/sharedStrings.xml': strToU8(`<sst>${' '.repeat(70 * 1024 * 1024)}</sst>`),
    });
    expect(honest.length).toBeLessThan(1_000_000);
    expect(await read(honest)).toBe('Esta planilha é grande demais por dentro.');
    // The directory of this file declares a size that is too small. Unpacking stops at the declared
    // size.
    const lying = Buffer.from(honest);
    for (let at = 0; (at = lying.indexOf('PK\u0001\u0002', at)) >= 0; at += 4)
      lying.writeUInt32LE(Math.min(100, lying.readUInt32LE(at + 24)), at + 24);
    expect(typeof (await read(lying))).toBe('string');
  });

  it.each([
    ['a row far below', '<row r="999999999"><c r="A999999999"><v>1</v></c></row>'],
    ['a cell far to the right', '<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'],
    [
      'rows that go back',
      '<row r="5"><c r="A5"><v>1</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>',
    ],
    ['a missing style', '<row r="1"><c r="A1" s="99"><v>1</v></c></row>'],
  ])('with %s', async (_, inside) => {
    expect(await read(sheetOf(inside))).toMatch(/danificada/);
  });

  it('ends only the own process if a file uses up the memory and lets other files continue', async () => {
    const far = '<row r="9999999"><c r="A9999999"><v>1</v></c></row>';
    const many = Array.from({ length: 40 }, (_, at) =>
      far.replaceAll('9999999', `${9_999_000 + at}`),
    );
    let exhausted = 0;
    const onExhausted = async () => void (exhausted += 1);
    const hurting = read(sheetOf(many.join('')), onExhausted);
    expect(await read(utf8('a;b'))).toEqual([{ number: 1, cells: ['a', 'b'] }]);
    const refusal = await hurting;
    expect(refusal).toMatch(/complicado|danificada/);
    const isExhausted = typeof refusal === 'string' && refusal.includes('complicado');
    expect(exhausted).toBe(isExhausted ? 1 : 0);
  });

  it.each([
    ['blanks', ' '.repeat(60_000_000), /grande demais/],
    ['a text without a tag', randomBytes(3_000_000).toString('hex'), /danificada/],
    ['empty tags', '<a/>'.repeat(10_000_000), /grande demais/],
  ])(
    'refuses a spreadsheet of a few packed and many unpacked bytes (%s) without reading it',
    async (_, inside, why) => {
      const refusal = await readRows(sheetOf(inside)).catch((error: Error) => error.message);
      expect(refusal).toMatch(why);
    },
  );

  it('refuses a spreadsheet that is broken in the middle', async () => {
    const whole = sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>');
    for (const cut of [3, 40, Math.floor(whole.length / 2), whole.length - 1])
      expect(typeof (await read(whole.slice(0, cut)))).toBe('string');
  });
});

/**
 * Limit in milliseconds. It is many times the processor time that a megabyte needs, so that a busy
 * machine also stays below it.
 */
const MAX_CPU_MS = 3_000;
const megabyteOf = (text: string): string => text.repeat(Math.ceil((1024 * 1024) / text.length));

describe('a megabyte is read in proportion to its size, whatever it holds (check 34):', () => {
  it.each([
    ['quotes', utf8(megabyteOf('"'))],
    ['a quote that never closes', utf8(`"${megabyteOf('a;')}`)],
    ['quotes after quotes', utf8(megabyteOf('"";'))],
    ['blanks before a letter', utf8(megabyteOf(`${' '.repeat(5_000)}a;\n`))],
    ['separators of three kinds', utf8(megabyteOf(';,\t'))],
    ['one line without an end', utf8(megabyteOf('a'))],
    ['addresses that never end', utf8(megabyteOf('http://a/?'))],
    ['formulas', utf8(megabyteOf('=1+1;\n'))],
    ['tags that never close', sheetOf(megabyteOf('<row r="1"><c r="A1">'))],
    ['entities', sheetOf(`<row r="1"><c r="A1" t="str"><v>${megabyteOf('&amp;')}</v></c></row>`)],
    ['attributes', sheetOf(`<row r="1" ${megabyteOf('a="1" ')}></row>`)],
    ['brackets', sheetOf(megabyteOf('<![CDATA[<'))],
  ])('%s', async (_, bytes) => {
    const before = process.cpuUsage();
    await readRows(bytes).catch((refused: Error) => refused);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(MAX_CPU_MS);
  });
});

describe('unreadable files', () => {
  it.each([
    ['an empty file', utf8(''), 'Este arquivo está vazio.'],
    ['only blanks', utf8(' ;\n;;\n'), 'Este arquivo está vazio.'],
    ['unclosed quotes', utf8('a;b\n"c;d'), 'Há aspas abertas que não se fecham.'],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /antiga/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /não é uma planilha/],
    ['20.001 rows below the titles', utf8('a;b\n'.repeat(20_002)), /mais de 20\.000 linhas/],
    ['41 columns', utf8(`${Array.from({ length: 41 }, () => 'a').join(';')}\n`), /mais de 40/],
  ])('refuses %s', async (_, bytes, why) => {
    expect(await read(bytes)).toEqual(expect.stringMatching(why));
  });

  it('accepts a file just below the limit', async () => {
    expect(await read(utf8('a;b\n'.repeat(20_001)))).toHaveLength(20_001);
    const forty = Array.from({ length: 40 }, () => 'a').join(';');
    expect(await read(utf8(`${forty};;;\n`))).toEqual([{ number: 1, cells: forty.split(';') }]);
  });
});

it('cuts overlong cells, and replaces characters that PostgreSQL cannot store', async () => {
  const [row] = await cells(utf8(`${'a'.repeat(5_000)};b\u0000c;x`.padEnd(6_000, 'x')));
  expect(row?.[0]).toHaveLength(MAX_CELL_LENGTH);
  const [marked] = await cells(utf8(`${'a'.repeat(5_000)};b\u0000c`));
  expect(marked?.[1]).toBe('b\uFFFDc');
});
