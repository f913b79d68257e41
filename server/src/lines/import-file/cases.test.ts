/** Tests files as spreadsheets and panels write them, each with the expected result of its case. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OnWire } from '@ramal/contract/api/wire-names';
import { type FilePlan, uploadLineFile } from '@ramal/contract/lines/line-import';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { fileCalls } from './line-file.fixtures.ts';

let ctx: TestContext;
let owner: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  ctx.clock.set('2026-11-28T15:00:00Z');
  owner = await person(ctx, { balance: 1_000_000 });
});
afterAll(() => ctx.close());

const files = fileCalls(
  () => ctx,
  () => owner,
);

type Plan = Partial<OnWire<FilePlan>>;

/**
 * Previews the file of a case. Returns the day or the reason for each row, and the order in which
 * dates were read.
 */
async function checked(name: string, { columns, ...plan }: Plan = {}) {
  const file = await readFile(path.join(import.meta.dirname, 'cases', name));
  const sent = { query: { name }, file };
  const uploaded = (await call(ctx, uploadLineFile, sent, files.by())).body;
  const { guess } = uploaded;
  const { body } = await files.check(uploaded.id, {
    ...plan,
    columns: (columns ?? guess.columns) as typeof COLUMNS,
    has_header: guess.has_header,
  });
  const rows = await files.rowsOf(uploaded.id);
  return {
    file: body,
    hasHeader: guess.has_header,
    order: body.result?.due_order,
    rows: new Map(rows.map(({ number, due, reason }) => [number, reason || due])),
    names: rows.map(({ username }) => username),
  };
}

const COLUMNS = { username: 0, password: 1, due: 2, note: 3 };
const [USERNAME, PASSWORD, DUE, NOTE, WHATSAPP] = [0, 1, 2, 3, 4];
const DAY = '19/12/2026';

it.each([
  'sheet-01-serial-dates-numbers.xlsx',
  'sheet-04-semicolon-latin1.csv',
  'sheet-06-sci-notation.csv',
  'sheet-12-merged-cells.xlsx',
])('accepts or rejects with a reason every row of %s below its header', async (name) => {
  const { file, hasHeader, rows } = await checked(name);
  const { ok, refused, total, reasons } = file.result!;
  expect(ok + refused).toBe(total);
  expect(total + (hasHeader ? 1 : 0)).toBe(file.rows);
  expect(rows.size).toBe(total);
  expect(reasons.reduce((sum, { count }) => sum + count, 0)).toBe(refused);
});

describe('a column of dates', () => {
  it('reads a date column in the order of day and month that all rows fit', async () => {
    const us = await checked('sheet-07-us-dates.csv');
    expect(us.order).toBe('mdy');
    expect([...us.rows.values()]).toEqual(['05/12/2026', '19/12/2026', '31/12/2026']);
    const ambiguous = await checked('sheet-10-us-dates-ambiguous.csv');
    expect(ambiguous.order).toBe('mdy');
    expect([...ambiguous.rows.values()]).toEqual(['05/01/2027', '03/02/2027', '25/02/2027']);
    // In the preview, the user can choose another order. A row whose date does not fit is rejected,
    // and the reason contains the date.
    const changed = await checked('sheet-10-us-dates-ambiguous.csv', { day_order: 'dmy' });
    expect([...changed.rows.values()]).toEqual([
      '01/05/2027',
      '02/03/2027',
      '«02/25/2027» não é uma data em dia/mês.',
    ]);
  });

  it('waits for the user’s choice if the rows of a date column contradict each other', async () => {
    const columns = { username: USERNAME, password: PASSWORD, due: DUE, note: NOTE };
    const name = 'sheet-01-serial-dates-numbers.xlsx';
    const undecided = await checked(name, { columns });
    expect(undecided.order).toBe('undecided');
    expect(undecided.rows.get(5)).toBe(
      '«19/12/2026»: escolha se as datas do arquivo são dia/mês ou mês/dia.',
    );
    const { rows } = await checked(name, { columns, day_order: 'dmy' });
    const dated = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 17, 18];
    // The case counts rows without the header. Row 1 of the case is therefore row 2 of the file.
    for (const row of dated) expect(rows.get(row + 1), `row ${row}`).toBe(DAY);
    expect([5, 12, 15, 16].map((row) => rows.get(row + 1))).toEqual([
      '«12/19/2026» não é uma data em dia/mês.',
      '«30/02/2027» não é uma data: use 31/12/2026.',
      '«19/12» não é uma data: use 31/12/2026.',
      '«ilimitado» não é uma data: use 31/12/2026.',
    ]);
  });

  it('reads dates as Excel writes them in Portuguese', async () => {
    const { rows } = await checked('sheet-11-excel-pt-br-dates.csv');
    expect([...rows.values()]).toEqual([
      DAY,
      DAY,
      '«19-dez» não é uma data: use 31/12/2026.',
      DAY,
      DAY,
      DAY,
    ]);
  });
});

describe('text of a spreadsheet', () => {
  it('removes the protection of texts and names values with lost digits', async () => {
    const { rows, names } = await checked('sheet-06-sci-notation.csv');
    const lost = (text: string) =>
      `«${text}» perdeu algarismos na planilha: formate a coluna como texto.`;
    expect([...rows.values()]).toEqual([
      lost('7,15E+07'),
      lost('5.51198888773E+12'),
      ...Array.from({ length: 4 }, () => DAY),
    ]);
    expect(names.slice(2)).toEqual(['71500003', '71500004', '71500005', '71500006']);
    const columns = { username: USERNAME, password: PASSWORD, due: DUE, whatsapp: WHATSAPP };
    const sheet = await checked('sheet-01-serial-dates-numbers.xlsx', {
      columns,
      day_order: 'dmy',
    });
    expect([sheet.rows.get(7), sheet.rows.get(8)]).toEqual([lost('5,51199E+12'), DAY]);
  });

  it('keeps accents of a file in Latin-1', async () => {
    const { rows } = await checked('sheet-04-semicolon-latin1.csv');
    expect([...rows.values()]).toEqual([DAY, DAY]);
  });

  // A merged cell contains a value only in its first row.
  it('rejects a row below a merged cell with the merge as the reason', async () => {
    const { rows } = await checked('sheet-12-merged-cells.xlsx');
    expect([...rows]).toEqual([
      [3, DAY],
      [4, 'A célula está mesclada com a de cima.'],
      [5, DAY],
    ]);
  });
});
