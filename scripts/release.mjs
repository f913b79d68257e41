/** Runs `npm run release`. With the argument `test`, builds a release and tests it. */
import { join } from 'node:path';
import { runAsChild, runOrExplain, root } from './run.mjs';
import { setUp } from './setup.mjs';

await runOrExplain(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const { node } = await setUp();
  if (first === 'test') runAsChild(node, [join(root, 'scripts/release/test/run.mjs'), ...rest]);
  else runAsChild(node, [join(root, 'scripts/release/build.mjs'), ...process.argv.slice(2)]);
});
