import { join } from 'node:path';
import { orExplain, replaceBy, root } from './run.mjs';
import { setUp } from './setup.mjs';

/** Flags that reduce the server's memory; docs/decisions/memory.md has the measurements. */
const FLAGS = [
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  '--heap-growing-percent=60',
  '--expose-gc',
  '--import',
  new URL('./kept-javascript.mjs', import.meta.url).href,
];

await orExplain(async () => {
  const { node } = await setUp();
  replaceBy(node, [...FLAGS, join(root, 'server/src/main.ts'), ...process.argv.slice(2)]);
});
