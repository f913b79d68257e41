import { join } from 'node:path';
import { become, orExplain, root } from './run.mjs';
import { setUp } from './setup.mjs';

await orExplain(async () => {
  const args = process.argv.slice(2);
  const browser = args.includes('--screens') || args.includes('--pictures');
  const { node, chromium } = await setUp({ browser });
  if (chromium) process.env.RAMAL_CHROMIUM = chromium;
  become(node, [join(root, 'bench/src/main.ts'), ...args]);
});
