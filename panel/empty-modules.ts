/**
 * Replaces modules of packages that the panel does not use with empty functions. Otherwise they
 * would be loaded before the sign-in. The panel prints no JSON schema, but every schema of zod has
 * methods for it. Mantine's variables are in theme-variables.css. The server still uses the real
 * functions of zod.
 */
import type { Plugin } from 'vite';

const UNUSED =
  /\/(zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js|MantineCssVariables\.mjs)$/;

export const emptyModules = (): Plugin => ({
  name: 'empty-modules',
  apply: 'build',
  transform: {
    filter: { id: UNUSED },
    handler: (code) => ({ code: exportsOf(code).map(emptyExport).join('\n'), map: null }),
  },
});

const exportsOf = (code: string): string[] =>
  [
    ...code.matchAll(/^export (?:const|function) (\w+)/gm),
    ...code.matchAll(/^export \{ (?:\w+ as )?(\w+) \}/gm),
  ].map(([, name]) => name!);

/**
 * Returns a function that returns a function, because zod calls some of these exports immediately
 * to create its methods.
 */
const emptyExport = (name: string): string => `export const ${name} = () => () => ({});`;
