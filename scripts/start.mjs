import { join } from 'node:path';
import { orExplain, replaceBy, root } from './run.mjs';
import { setUp } from './setup.mjs';

/** Collects a little more often and takes a third less memory; docs/decisions/memory.md has the figures. */
const SMALL_HEAP = ['--max-semi-space-size=2', '--optimize-for-size'];

await orExplain(async () => {
  const { node } = await setUp();
  replaceBy(node, [...SMALL_HEAP, join(root, 'server/src/main.ts'), ...process.argv.slice(2)], {
    // Types are stripped once and not at each start.
    NODE_COMPILE_CACHE: join(root, '.setup/compile-cache'),
  });
});
