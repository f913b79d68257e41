/**
 * Checks that every case file is the input of a test. The check fails for a case file whose name no
 * test contains.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.mjs';

const files = (pattern) =>
  globSync(pattern, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\.setup)(\/|$)/.test(String(path)),
  }).toSorted();

it('every case file is read by a test', () => {
  const cases = files('{contract,server,panel,portal,packages,e2e,scripts}/**/cases/*');
  const tests = files('{contract,server,panel,portal,packages,e2e,scripts}/**/*.{ts,tsx,mjs}')
    .filter((path) => /\.(test|spec)\.|^e2e\//.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const isRead = (path) => {
    const name = basename(path);
    // Also accepts a name without its extension, or without prefix and extension, because some
    // tests build the names of many files.
    const stem = name.replace(/\.[a-z0-9]+$/, '');
    const short = stem.replace(/^[a-z0-9]+-/, '');
    return tests.some((text) =>
      [name, `'${stem}'`, `'${short}'`].some((written) => text.includes(written)),
    );
  };
  expect(cases.length).toBeGreaterThan(45);
  expect(cases.filter((path) => !isRead(path))).toEqual([]);
});
