import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { errors } from '@ramal/contract/api/errors';
import { parseAst } from 'vite';
import { afterAll, expect, it } from 'vitest';
import { leanErrors } from './lean-errors.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ramal-lean-errors-'));
afterAll(() => rmSync(folder, { recursive: true }));

function built(code: string): string {
  const { transform } = leanErrors(folder) as unknown as {
    transform: { handler: (this: object, code: string) => { code: string } };
  };
  return transform.handler.call({ parse: parseAst }, code).code;
}

it('keeps the texts that the code names, whole, and none that only a test names', () => {
  writeFileSync(path.join(folder, 'form.tsx'), "errorText('too_late'); errors.too_few.title;");
  writeFileSync(path.join(folder, 'form.test.tsx'), "refusing('too_dear')");
  const lean = built(`
    const define = (texts) => texts;
    export const errors = define({
      // Kept.
      too_late: { status: 422, text: 'Tarde, {name}' },
      too_dear: { status: 422, text: 'Caro' },
      too_few: { status: 409, title: 'Atenção', text: 'Poucos' },
    });
    errors;`);
  const value: unknown = runInNewContext(lean.replace('export ', ''));
  expect({ ...(value as object) }).toEqual({
    too_late: { status: 422, text: 'Tarde, {name}' },
    too_few: { status: 409, title: 'Atenção', text: 'Poucos' },
  });
});

it('finds the table of the contract', () => {
  const source = new URL('../contract/src/api/errors.ts', import.meta.url);
  writeFileSync(path.join(folder, 'form.tsx'), "errorText('insufficient_credits')");
  const code = readFileSync(source, 'utf8')
    .replace(/^interface [^}]+}/gm, '')
    .replace(/^const define = .*$/m, 'const define = (texts) => texts;');
  const table = built(code.slice(0, code.indexOf('\n});') + 4));
  expect(table).toContain(errors.insufficient_credits.text);
  expect(table.length).toBeLessThan(1_500);
});

it('says so when the contract has no such table', () => {
  expect(() => built('export const errors = {};')).toThrow('has no table');
});
