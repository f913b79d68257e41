import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkSizes, MAX_FILES, MAX_LINES, readSizes } from './sizes.mjs';

it('files and folders of every workspace keep their limits', () => {
  const sizes = readSizes();
  for (const workspace of ['contract', 'server', 'panel', 'portal', 'packages', 'scripts'])
    expect([...sizes.keys()].some((file) => file.startsWith(`${workspace}/`))).toBe(true);
  expect(checkSizes(sizes)).toEqual([]);
});

it('finds a long file and a full folder', () => {
  const files = Array.from({ length: MAX_FILES + 1 }, (_, at) => [`portal/src/${at}.ts`, 1]);
  expect(checkSizes(new Map([...files, ['contract/src/a.ts', MAX_LINES + 1]]))).toEqual([
    `contract/src/a.ts has ${MAX_LINES + 1} lines, at most ${MAX_LINES}.`,
    `portal/src has ${MAX_FILES + 1} files, at most ${MAX_FILES}.`,
  ]);
  const sheets = files.map(([file]) => [file.replace('.ts', '.module.css'), 1]);
  expect(checkSizes(new Map(sheets))).toEqual([]);
});

it('no override exempts code outside tests from the length of functions', () => {
  const config = readFileSync(new URL('../.oxlintrc.json', import.meta.url), 'utf8');
  const { overrides } = JSON.parse(config.replace(/^\s*\/\/.*$/gm, ''));
  const exempt = overrides
    .filter(({ rules }) => rules['max-lines-per-function'] === 'off')
    .flatMap(({ files }) => files)
    .filter((file) => !/test|^e2e|^bench/.test(file));
  expect(exempt).toEqual([]);
});
