/**
 * The variables of Mantine under the panel's theme, as a style sheet: `node panel/theme-variables.ts` writes it
 * after a change of theme.ts. Mantine would reckon them anew on every start, before anything is drawn, and the
 * theme never changes while it runs. The palettes that nothing names are left out.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { cssVariables, theme } from './src/foundation/theme/theme.ts';

export const THEME_VARIABLES = path.join(
  import.meta.dirname,
  'src/foundation/theme/theme-variables.css',
);

/** Mantine's own styles take greys from these; every other colour is a token. */
const PALETTES_IN_USE = ['accent', 'gray', 'dark'];

const unused = new RegExp(
  `^--mantine-color-(${Object.keys(DEFAULT_THEME.colors)
    .filter((name) => !PALETTES_IN_USE.includes(name))
    .join('|')})-`,
);

export function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [standard, own] = [defaultCssVariablesResolver(merged), cssVariables(merged)];
  const rule = (selector: string, part: 'variables' | 'light' | 'dark', scheme?: string) => [
    `${selector} {`,
    ...(scheme ? [`  --mantine-color-scheme: ${scheme};`] : []),
    ...Object.entries({ ...standard[part], ...own[part] })
      .filter(([name]) => !unused.test(name))
      .map(([name, value]) => `  ${name}: ${value};`),
    '}',
  ];
  const lines = [
    '/* Written by panel/theme-variables.ts out of theme.ts. */',
    ...rule(':root', 'variables'),
    '',
    ...rule(":root[data-mantine-color-scheme='dark']", 'dark', 'dark'),
    '',
    ...rule(":root[data-mantine-color-scheme='light']", 'light', 'light'),
  ];
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) writeFileSync(THEME_VARIABLES, themeVariables());
