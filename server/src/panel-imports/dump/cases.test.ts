/** Dumps of other panels, each with the result that its case states. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../problems.ts';
import { DumpUnreadable } from './dump-tokens.ts';
import { type PanelLine, panelRowOf, panelTable } from './panel-tables.ts';
import { readDump } from './read-dump.ts';

async function linesOf(name: string): Promise<PanelLine[]> {
  const lines: PanelLine[] = [];
  const file = createReadStream(path.join(import.meta.dirname, 'cases', name));
  for await (const rows of readDump(file, panelTable))
    for (const row of rows) {
      const read = panelRowOf(row, 'America/Sao_Paulo');
      if (read?.kind === 'line') lines.push(read);
    }
  return lines;
}

describe('a dump of another panel', () => {
  // IN-02
  it('has its binary literals decoded', async () => {
    const lines = await linesOf('dump-01-hex-and-binary.sql');
    expect(lines.map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `7200000${number}`),
    );
    expect(lines[2]?.password).toBe('senha03');
    expect(lines.map((row) => problemOf(row) === '')).toEqual([false, true, true, true, true]);
  });

  // IN-01
  it('has every form of an expiry read, or rejected with its value', async () => {
    const lines = await linesOf('dump-02-expiry-forms.sql');
    expect(lines.map((row) => problemOf(row) || row.endsAt)).toEqual([
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

  it('is rejected in Latin-1 or cut, and read below a warning', async () => {
    await expect(linesOf('dump-04-latin1.sql')).rejects.toThrow('--default-character-set=utf8mb4');
    await expect(linesOf('dump-10-error-text-at-end.sql')).rejects.toThrow(DumpUnreadable);
    expect((await linesOf('dump-11-warning-first-line.sql')).map(({ name }) => name)).toEqual([
      '72800001',
    ]);
  });
});
