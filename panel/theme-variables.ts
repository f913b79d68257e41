/**
 * Fills theme-variables.css with the variables that Mantine has under the panel's theme. Without
 * this sheet, Mantine would compute the variables at every start before the first paint. The theme
 * never changes at run time. The sheet contains no unused variables.
 */
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { ownVariables, theme } from './src/foundation/theme/theme.ts';

export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  enforce: 'pre',
  transform: {
    filter: { id: /\/theme-variables\.css$/ },
    handler: () => ({ code: writeThemeVariables(), map: null }),
  },
});

/**
 * Palettes whose grey colours Mantine's own styles use. All other colours are tokens of the panel.
 */
const PALETTES_IN_USE = ['gray', 'dark'];

const otherPalettes = [...Object.keys(DEFAULT_THEME.colors), 'accent']
  .filter((name) => !PALETTES_IN_USE.includes(name))
  .join('|');

/**
 * Matches unused variables. The panel does not use Mantine's `Title`, and `looks` defines the
 * colours of buttons.
 */
const unused = new RegExp(
  `^--mantine-(breakpoint|z-index|font-family-headings|h\\d|heading|primary-color-\\d|shadow-|color-((${otherPalettes})-|(gray|dark)-[a-z]))`,
);

export function writeThemeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = defaultCssVariablesResolver(merged);
  return [
    ...rule(':root', { ...variables, ...ownVariables }),
    ...schemeRule('dark', dark),
    ...schemeRule('light', light),
  ].join('\n');
}

const rule = (selector: string, values: Readonly<Record<string, string>>): string[] => [
  `${selector} {`,
  ...Object.entries(values)
    .filter(([name]) => name in ownVariables || !unused.test(name))
    .map(([name, value]) => `  ${name}: ${value};`),
  '}',
];

/**
 * Returns the CSS rule of a colour scheme as lines. The panel's own variables are left out. They
 * are the same in both schemes, and only the tokens to which they refer change.
 */
const schemeRule = (scheme: string, values: Readonly<Record<string, string>>): string[] =>
  rule(`:root[data-mantine-color-scheme='${scheme}']`, {
    '--mantine-color-scheme': scheme,
    ...Object.fromEntries(Object.entries(values).filter(([name]) => !(name in ownVariables))),
  });
