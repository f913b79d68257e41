/** Runs `npm run release`. With `test` it runs the checks of everything that a release contains. */
import { join } from 'node:path';
import { become, orExplain, root } from './run.mjs';
import { setUp } from './setup.mjs';

await orExplain(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const { node } = await setUp();
  if (first === 'test') become(node, [join(root, 'scripts/release/test/run.mjs'), ...rest]);
  else become(node, [join(root, 'scripts/release/build.mjs'), ...process.argv.slice(2)]);
});
