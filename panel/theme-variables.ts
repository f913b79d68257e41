/**
 * Writes the variables of Mantine under the panel's theme as a style sheet. Run `node
 * panel/theme-variables.ts` after a change of theme.ts. Without the sheet, Mantine would compute
 * the variables at every start before the first paint, although the theme never changes at run
 * time. Unused variables are left out.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { ownVariables, theme } from './src/foundation/theme/theme.ts';

export const THEME_VARIABLES = path.join(
  import.meta.dirname,
  'src/foundation/theme/theme-variables.css',
);

/** Palettes whose greys Mantine's own styles use. Every other colour is a token. */
const PALETTES_IN_USE = ['gray', 'dark'];

const otherPalettes = [...Object.keys(DEFAULT_THEME.colors), 'accent']
  .filter((name) => !PALETTES_IN_USE.includes(name))
  .join('|');

/**
 * Variables without a use: the panel does not use Mantine's `Title`, and the colours of buttons are
 * from `looks`.
 */
const unused = new RegExp(
  `^--mantine-(breakpoint|z-index|font-family-headings|h\\d|heading|primary-color-\\d|shadow-|color-((${otherPalettes})-|(gray|dark)-[a-z]))`,
);

export function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = defaultCssVariablesResolver(merged);
  const lines = [
    '/* Written by panel/theme-variables.ts out of theme.ts. */',
    ...rule(':root', { ...variables, ...ownVariables }),
    '',
    ...schemeRule('dark', dark),
    '',
    ...schemeRule('light', light),
  ];
  return `${lines.join('\n')}\n`;
}

const rule = (selector: string, values: Readonly<Record<string, string>>): string[] => [
  `${selector} {`,
  ...Object.entries(values)
    .filter(([name]) => name in ownVariables || !unused.test(name))
    .map(([name, value]) => `  ${name}: ${value};`),
  '}',
];

/**
 * Prints the rule of a colour scheme. It omits the panel's own variables, which are the same in
 * both schemes, because the tokens that they refer to change.
 */
const schemeRule = (scheme: string, values: Readonly<Record<string, string>>): string[] =>
  rule(`:root[data-mantine-color-scheme='${scheme}']`, {
    '--mantine-color-scheme': scheme,
    ...Object.fromEntries(Object.entries(values).filter(([name]) => !(name in ownVariables))),
  });

if (import.meta.main) writeFileSync(THEME_VARIABLES, themeVariables());
