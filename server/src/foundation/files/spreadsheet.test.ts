/** Tests that a spreadsheet is a zip of well-formed XML whose cells equal the input. */
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { type SheetColumn, spreadsheet } from './spreadsheet.ts';

interface Row {
  readonly name: string;
  readonly credits: number | null;
  readonly at: Date | null;
}
const columns: SheetColumn<Row>[] = [
  { header: 'Usuário', width: 20, cell: ({ name }) => name },
  { header: 'Créditos', width: 10, cell: ({ credits }) => credits },
  { header: 'Última recarga', width: 16, cell: ({ at }) => at },
];

async function written(
  ...pages: Row[][]
): Promise<{ files: Record<string, string>; sheet: Cell[][] }> {
  async function* rowPages() {
    yield* pages;
  }
  const chunks: Uint8Array[] = [];
  const bytes = spreadsheet(columns, rowPages(), { timeZone: 'America/Sao_Paulo' });
  for await (const chunk of bytes) chunks.push(chunk);
  const unzipped = unzipSync(Buffer.concat(chunks));
  const files = Object.fromEntries(
    Object.entries(unzipped).map(([name, content]) => [name, strFromU8(content)]),
  );
  return { files, sheet: cellsOf(files['xl/worksheets/sheet1.xml']!) };
}

interface Cell {
  readonly place: string;
  readonly style: string;
  text: string;
}

function cellsOf(xml: string): Cell[][] {
  const rows: Cell[][] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows.push([]);
    if (name === 'c')
      rows.at(-1)!.push({ place: attributes.r!, style: attributes.s ?? '0', text: '' });
  });
  parser.on('text', (text) => {
    const cell = rows.at(-1)?.at(-1);
    if (cell) cell.text += text;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return rows;
}

const row = (change: Partial<Row> = {}): Row => ({
  name: 'nortetv',
  credits: 85.2,
  at: null,
  ...change,
});

it('contains every part of a spreadsheet as well-formed XML', async () => {
  const { files } = await written([row()]);
  expect(Object.keys(files).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  for (const xml of Object.values(files)) expect(() => cellsOf(xml)).not.toThrow();
});

it('keeps the order of rows and cells across pages', async () => {
  const { sheet } = await written(
    [row(), row({ name: 'manaus.play' })],
    [],
    [row({ name: 'belem' })],
  );
  expect(sheet.map((cells) => cells.map(({ place, text }) => `${place} ${text}`))).toEqual([
    ['A1 Usuário', 'B1 Créditos', 'C1 Última recarga'],
    ['A2 nortetv', 'B2 85.2'],
    ['A3 manaus.play', 'B3 85.2'],
    ['A4 belem', 'B4 85.2'],
  ]);
});

it('writes a moment in the local time of the zone', async () => {
  const { sheet } = await written([row({ at: new Date('2026-11-21T17:30:00Z') })]);
  // The instant is 14:30 in São Paulo. Its date is day 46347 of the sheet's calendar.
  expect(Number(sheet[1]![2]!.text)).toBeCloseTo(46347 + 14.5 / 24, 9);
  expect(sheet[1]![2]!.style).toBe('2');
});

it.each(['=1+1', '+55', '-2', '@SUM(A1)', '\t=1'])('keeps %j as text', async (name) => {
  const { sheet } = await written([row({ name })]);
  expect(sheet[1]![0]).toMatchObject({ text: name, style: '3' });
});

it('writes any typed text as valid XML', async () => {
  const name = `<b>"Zé & Cia"</b> ]]> \u0000\u0007\uD800 ${'x'.repeat(40_000)}`;
  const { sheet } = await written([row({ name })]);
  expect(sheet[1]![0]!.text).toMatch(/^<b>"Zé & Cia"<\/b> \]\]> \uFFFD x+$/);
  expect(sheet[1]![0]!.text.length).toBeLessThanOrEqual(32_767);
});
