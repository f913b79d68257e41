/**
 * Checks that connections and child processes have an error listener. Without a listener, their
 * failure ends the whole process.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const server = fileURLToPath(new URL('../server/src', import.meta.url));

const emitters =
  /new pg\.(?:Client|Pool)\(|\b(?:spawn|fork)\(|\bnet\.(?:connect|createServer)\(|= connect\(\{/g;
const listeners = /\.(?:on|once)\(\s*'error'|\bonce\([\w.]+, 'error'/g;

const count = (text, pattern) => text.match(pattern)?.length ?? 0;

const sources = readdirSync(server, { recursive: true })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(server, file), 'utf8') }));

it('every client, socket and child process of the server has an error listener', () => {
  const created = sources.filter(({ text }) => count(text, emitters) > 0);
  expect(created.length).toBeGreaterThan(5);
  const missing = created.filter(({ text }) => count(text, listeners) < count(text, emitters));
  expect(missing.map(({ file }) => file)).toEqual([]);
});
