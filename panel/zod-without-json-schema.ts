/**
 * Replaces zod's JSON schema code with empty functions. The panel prints no JSON schema, but every
 * schema of zod carries the methods for it: 5 kB of the code loaded before the sign-in. The server
 * keeps the real functions.
 */
import type { Plugin } from 'vite';

const printers = /node_modules\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;

export const zodWithoutJsonSchema = (): Plugin => ({
  name: 'zod-without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: printers },
    handler: (code) => ({ code: exportsOf(code).map(emptyExport).join('\n'), map: null }),
  },
});

const exportsOf = (code: string): string[] => [
  ...[...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name!),
  ...[...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name!),
];

/** A method that is made of it is made at once, and called by nobody. */
const emptyExport = (name: string): string => `export const ${name} = () => () => ({});`;
