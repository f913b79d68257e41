/**
 * Tests files of 300 customers as sellers write them. There is a title above the header. The
 * encoding is Latin-1 and the separator is a semicolon. Half of the WhatsApp numbers have no
 * country code. Another file is a spreadsheet that the product exported.
 */
import { validateLineFile, uploadLineFile } from '@ramal/contract/lines/line-import';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readAccountBalance, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { verifyLedger } from '../../credits/credits.ts';
import { spreadsheet } from '../../foundation/files/spreadsheet.ts';
import { runTask } from '../../tasks/run-tasks.ts';
import { fileCalls, kinds } from './line-file.fixtures.ts';

const CUSTOMERS = 300;

let ctx: TestContext;
let owner: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  owner = await person(ctx, { balance: 100_000 });
});
const { start, look } = fileCalls(
  () => ctx,
  () => owner,
);

interface Customer {
  readonly note: string;
  readonly username: string;
  readonly password: string;
  readonly due: string;
  readonly whatsapp: string;
}

/**
 * Returns the customers of a file. Half of their WhatsApp numbers are in the Brazilian form without
 * the country code 55.
 */
const customersOf = (file: number): Customer[] =>
  Array.from({ length: CUSTOMERS }, (_, at) => ({
    note: `Célia Conceição ${at}, TV do salão`,
    username: String(40_000_000 + file * 1000 + at),
    password: `senha${at}X`,
    due: '20/12/2026',
    whatsapp:
      at % 2 === 0
        ? `(11) 9${String(80_000_000 + at).replace(/(\d{4})$/, '-$1')}`
        : String(5_511_980_000_000 + at),
  }));

const HEADER = ['Nome', 'Usuário', 'Senha', 'Vencimento', 'WhatsApp'];
const cellsOf = ({ note, username, password, due, whatsapp }: Customer) => [
  note,
  username,
  password,
  due,
  whatsapp,
];
const written = (customers: readonly Customer[], above: readonly string[], separator = ';') =>
  [
    ...above,
    HEADER.join(separator),
    ...customers.map((customer) => cellsOf(customer).map(quoted).join(separator)),
  ].join('\r\n');
const quoted = (cell: string) => (/[";,]/.test(cell) ? `"${cell}"` : cell);

async function asSpreadsheet(customers: readonly Customer[]): Promise<Buffer> {
  const columns = HEADER.map((header, at) => ({
    header,
    width: 12,
    cell: (customer: Customer) => cellsOf(customer)[at]!,
  }));
  const pieces: Uint8Array[] = [];
  const pages = (async function* () {
    yield customers;
  })();
  for await (const piece of spreadsheet(columns, pages, { timeZone: 'America/Sao_Paulo' }))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

it.each([
  [
    'a title, a date and blank lines above the header',
    1,
    (all: Customer[]) =>
      Buffer.from(
        `\uFEFF${written(all, ['CLIENTES DA LOJA NORTE;;;;', '', 'Atualizado em 20/11/2026;;;;', ''])}`,
      ),
  ],
  [
    'Latin-1, semicolons and old line ends',
    2,
    (all: Customer[]) => Buffer.from(written(all, []), 'latin1'),
  ],
  ['commas and a title', 3, (all: Customer[]) => Buffer.from(written(all, ['Clientes'], ','))],
  ['a spreadsheet', 4, asSpreadsheet],
] as const)('%s: 300 of 300 come in, for what was said', async (_kind, number, write) => {
  const customers = customersOf(number);
  const sent = { query: { name: 'clientes.csv' }, file: await write(customers) };
  const by = { token: owner.token };
  const { status, body: file } = await call(ctx, uploadLineFile, sent, by);
  expect([status, file.rows]).toEqual([200, CUSTOMERS + 1]);
  const columns = { note: 0, username: 1, password: 2, due: 3, whatsapp: 4 };
  expect(file.guess).toEqual({ has_header: true, columns });

  const body = { platform: 'iptv', has_header: true, columns, package: 1 } as const;
  const checked = await call(ctx, validateLineFile, { params: { id: file.id }, body }, by);
  const result = { total: CUSTOMERS, ok: CUSTOMERS, refused: 0 };
  expect(checked.body.result).toMatchObject(result);

  const { body: begun } = await start(file.id);
  await runTask(ctx, kinds, begun.batch.task.id);
  const batch = await look(begun.batch.id);
  expect(batch).toMatchObject({
    done: CUSTOMERS,
    refused: 0,
    charged: checked.body.result!.cost,
  });
  expect(await readAccountBalance(ctx, owner.id)).toBe(100_000 - Math.round(batch.charged * 100));
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });

  const { rows } = await ctx.owner.query(
    'select note, username, password, whatsapp from lines where owner_id = $1 order by username',
    [owner.id],
  );
  expect(rows).toEqual(
    customers.map(({ note, username, password }, at) => ({
      note,
      username,
      password,
      whatsapp: String(5_511_980_000_000 + at),
    })),
  );
});
