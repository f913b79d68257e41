import { expect, it } from 'vitest';
import { type CsvCell, csvDownload } from './csv.ts';

async function textOf(rows: CsvCell[][], header = ['Nome', 'Valor']): Promise<string> {
  const { content } = csvDownload(
    'Dados.csv',
    header,
    (async function* () {
      yield* rows;
    })(),
  );
  let text = '';
  for await (const piece of content) text += String(piece);
  return text;
}

it('begins with byte order mark and header, and separates cells by semicolons', async () => {
  expect(
    await textOf([
      ['São João', 12.5],
      ['sem preço', null],
    ]),
  ).toBe('\uFEFFNome;Valor\r\nSão João;12,5\r\nsem preço;\r\n');
});

it('quotes text that would split a cell or a line', async () => {
  expect(
    await textOf([
      ['a;b', 1],
      ['diz "oi"', 2],
      ['duas\r\nlinhas', 3],
    ]),
  ).toBe('\uFEFFNome;Valor\r\n"a;b";1\r\n"diz ""oi""";2\r\n"duas\r\nlinhas";3\r\n');
});

it.each(['=1+1', '+5511900000001', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1+1'])(
  '%j is not a formula in the file',
  async (name) => {
    const [, row] = (await textOf([[name, 1]])).split('\uFEFFNome;Valor\r\n');
    expect(row).toMatch(/^"?'/);
    expect(row).toContain(name);
  },
);

it('writes numbers as numbers, also negative ones', async () => {
  expect(await textOf([['saldo', -10.5]])).toContain('saldo;-10,5');
});

it('writes a long file in parts, with every row', async () => {
  const rows = Array.from({ length: 5000 }, (_, n): CsvCell[] => [`linha-${n}`, n]);
  const { content } = csvDownload(
    'Dados.csv',
    ['Nome', 'Valor'],
    (async function* () {
      yield* rows;
    })(),
  );
  const pieces: string[] = [];
  for await (const piece of content) pieces.push(String(piece));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join('').trimEnd().split('\r\n')).toHaveLength(5001);
});
