import { join } from 'node:path';
import { become, orExplain, root } from './run.mjs';
import { setUp } from './setup.mjs';

await orExplain(async () => {
  const { node } = await setUp({ panel: false });
  become(node, [join(root, 'packages/client/generator/generate-client.ts')]);
});
