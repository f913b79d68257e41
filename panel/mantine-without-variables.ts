/**
 * Mantine reckons the theme's variables on every start. They stand in theme-variables.css, so what reckons them
 * is left out of the build.
 */
import type { Plugin } from 'vite';

export const mantineWithoutVariables = (): Plugin => ({
  name: 'mantine-without-variables',
  apply: 'build',
  load: {
    filter: {
      id: /\/@mantine\/core\/esm\/core\/MantineProvider\/MantineCssVariables\/MantineCssVariables\.mjs$/,
    },
    handler: () => 'export const MantineCssVariables = undefined;',
  },
});
