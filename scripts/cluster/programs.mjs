import { join } from 'node:path';
import { become, orExplain, root } from '../run.mjs';
import { setUp } from '../setup.mjs';

await orExplain(async () => {
  const { node } = await setUp({ panel: false });
  const script = 'server/src/foundation/postgres/patroni/make-programs.ts';
  become(node, [join(root, script), ...process.argv.slice(2)]);
});
