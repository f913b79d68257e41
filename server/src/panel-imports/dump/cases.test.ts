/** Tests dumps of other panels, each with the result that its case states. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { findRowProblem } from '../problems.ts';
import { type PanelLine, type PanelRow, toPanelRow, panelTable } from './panel-tables.ts';
import { readDump } from './read-dump.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

async function rowsOf(file: AsyncIterable<Uint8Array>): Promise<PanelRow[]> {
  const rows: PanelRow[] = [];
  for await (const some of readDump(file, panelTable))
    rows.push(...some.flatMap((row) => toPanelRow(row, 'America/Sao_Paulo') ?? []));
  return rows;
}

async function linesOf(name: string): Promise<PanelLine[]> {
  const rows = await rowsOf(createReadStream(path.join(import.meta.dirname, 'cases', name)));
  return rows.filter((row): row is PanelLine => row.kind === 'line');
}

describe('a dump of another panel', () => {
  it('decodes the binary literals of a dump', async () => {
    const lines = await linesOf('dump-01-hex-and-binary.sql');
    expect(lines.map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `7200000${number}`),
    );
    expect(lines[2]?.password).toBe('senha03');
    expect(lines.map((row) => findRowProblem(row) === '')).toEqual([false, true, true, true, true]);
  });

  // An unreadable expiry rejects the row instead of becoming an unlimited line.
  it('reads every form of an expiry or rejects the row with its value', async () => {
    const lines = await linesOf('dump-02-expiry-forms.sql');
    expect(lines.map((row) => findRowProblem(row) || row.endsAt)).toEqual([
      null,
      null,
      1_799_000_000,
      1_799_000_000,
      Date.parse('2027-01-03T15:00:00Z') / 1000,
      2_147_483_647,
      1_799_000_000,
      'O vencimento «-1» não pode ser lido.',
      1_799_000_000,
      null,
    ]);
  });

  it.each([
    ['line', 'exp_date', "'amanhã'", 'O vencimento «amanhã» não pode ser lido.'],
    ['line', 'created_at', "'ontem'", 'A data de criação «ontem» não pode ser lida.'],
    ['line', 'member_id', "'x1'", 'O dono «x1» não pode ser lido.'],
    ['line', 'enabled', "'sim'", 'O campo enabled «sim» não pode ser lido.'],
    ['line', 'max_connections', '-2', 'O limite de telas «-2» não pode ser lido.'],
    ['line', 'package_id', "'Completo'", 'O pacote «Completo» não pode ser lido.'],
    ['line', 'bouquet', "'[1,dois]'", 'A lista de bouquets «[1,dois]» não pode ser lida.'],
    ['line', 'bouquet', 'unhex(31)', 'A lista de bouquets «unhex 31» não pode ser lida.'],
    ['line', 'password', 'SHA1(1)', 'A senha «SHA1 1» não pode ser lida.'],
    ['line', 'admin_notes', '0xff', 'A nota «0xff» não pode ser lida.'],
    ['reseller', 'credits', "'doze'", 'Os créditos «doze» não são um número de zero em diante.'],
    ['reseller', 'member_group_id', '1.5', 'O grupo «1.5» não pode ser lido.'],
    ['reseller', 'status', '3', 'O estado «3» não pode ser lido.'],
  ] as const)('rejects a %s by its %s %s', async (kind, column, literal, problem) => {
    const [table, columns] =
      kind === 'line'
        ? ['lines', { id: '1', member_id: '2', username: "'ana-1'", password: "'senha-1'" }]
        : [
            'users',
            { id: '1', member_group_id: '2', credits: '1', owner_id: '0', username: "'ana'" },
          ];
    const values = {
      ...columns,
      ...(kind === 'line' ? { exp_date: '0' } : {}),
      [column]: literal,
    };
    const sql = `INSERT INTO ${table} (${Object.keys(values).join()}) VALUES (${Object.values(values).join()});\n`;
    const [row] = await rowsOf(Readable.from([Buffer.from(sql)]));
    expect(findRowProblem(row!)).toBe(problem);
  });

  it('refuses a dump in Latin-1 or cut off and reads one below a warning', async () => {
    await expect(linesOf('dump-04-latin1.sql')).rejects.toThrow('--default-character-set=utf8mb4');
    await expect(linesOf('dump-10-error-text-at-end.sql')).rejects.toThrow(ExplainedFailure);
    expect((await linesOf('dump-11-warning-first-line.sql')).map(({ name }) => name)).toEqual([
      '72800001',
    ]);
  });
});
