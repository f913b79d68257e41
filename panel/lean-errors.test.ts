import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

it('keeps the complete texts that the code names, and drops texts that only a test names', () => {
  writeFileSync(path.join(folder, 'form.tsx'), "errorText('too_late'); errors.too_few.title;");
  writeFileSync(path.join(folder, 'form.test.tsx'), "refusing('too_dear')");
  const lean = built(`
    const defineErrors = (texts) => texts;
    export const errors = defineErrors({
      // The panel names this error, so the build keeps it.
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

it.each([
  ['access', 'wrong_credentials'],
  ['request', 'webhook_off'],
  ['field', 'insufficient_credits'],
  ['server', 'overloaded'],
] as const)('keeps one text of the %s errors of the contract', (name, code) => {
  const source = new URL(`../contract/src/api/error-texts/${name}-errors.ts`, import.meta.url);
  writeFileSync(path.join(folder, 'form.tsx'), `errorText('${code}')`);
  const table = built(readFileSync(source, 'utf8'));
  expect(table).toContain(errors[code].text);
  expect(table.length).toBeLessThan(1_500);
});

it('transforms exactly the files that contain a table of error texts', () => {
  const { transform } = leanErrors(folder) as unknown as { transform: { filter: { id: RegExp } } };
  const texts = new URL('../contract/src/api/error-texts/', import.meta.url);
  const files = readdirSync(texts).filter((file) =>
    transform.filter.id.test(new URL(file, texts).pathname),
  );
  expect(files.toSorted()).toEqual(
    ['access', 'coupon', 'field', 'referral', 'request', 'server', 'storefront'].map(
      (name) => `${name}-errors.ts`,
    ),
  );
});

it('fails when the contract has no table of error texts', () => {
  expect(() => built('export const errors = {};')).toThrow('has no table');
});
