/**
 * Removes Mantine's code that computes the theme's variables on every start. The variables are in
 * theme-variables.css already.
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
