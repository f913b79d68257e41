/**
 * Replaces unused modules of packages with empty functions, because they would load before the
 * sign-in. The panel prints no JSON schema, although every schema of zod has methods for it.
 * Mantine's variables are in theme-variables.css. The server keeps zod's real functions.
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

/** zod calls some of these functions immediately, to create the methods. */
const emptyExport = (name: string): string => `export const ${name} = () => () => ({});`;
