import { join } from 'node:path';
import { runAsChild, runOrExplain, root } from './run.mjs';
import { setUp } from './setup.mjs';

await runOrExplain(async () => {
  const { node } = await setUp({ panel: false });
  runAsChild(node, [join(root, 'packages/client/generator/generate-client.ts')]);
});
