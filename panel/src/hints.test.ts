import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * An ellipsis after text looks like cut text, so hints and placeholders must not end with one.
 * Examples and loading texts may contain an ellipsis.
 */
const cut = /\b(?:hint|placeholder)(?:=|: )["'`]([^"'`]*[a-zà-ú]…)["'`]/gu;

const hints = globSync('panel/src/**/*.tsx')
  .filter((path) => !path.endsWith('.test.tsx'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(cut)].map(([, text]) => text));

it('ends no hint and no placeholder with an ellipsis', () => {
  expect(hints).toEqual([]);
});
