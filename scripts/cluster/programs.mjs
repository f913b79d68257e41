import { join } from 'node:path';
import { runAsChild, runOrExplain, root } from '../run.mjs';
import { setUp } from '../setup.mjs';

await runOrExplain(async () => {
  const { node } = await setUp({ panel: false });
  const script = 'server/src/foundation/postgres/patroni/make-programs.ts';
  runAsChild(node, [join(root, script), ...process.argv.slice(2)]);
});
