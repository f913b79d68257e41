import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { THEME_VARIABLES, themeVariables } from './theme-variables.ts';

/**
 * Normalises white space and the case of hexadecimal colours, because formatting changes only
 * these.
 */
const onOneLine = (css: string): string => css.replaceAll(/\s+/g, ' ').toLowerCase();

it('equals the output for theme.ts (else: node panel/theme-variables.ts, npm run format)', () => {
  expect(onOneLine(readFileSync(THEME_VARIABLES, 'utf8'))).toBe(onOneLine(themeVariables()));
});
