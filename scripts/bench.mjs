import { join } from 'node:path';
import { runAsChild, runOrExplain, root } from './run.mjs';
import { setUp } from './setup.mjs';

await runOrExplain(async () => {
  const args = process.argv.slice(2);
  const browser = args.includes('--screens') || args.includes('--pictures');
  const { node, chromium } = await setUp({ browser });
  if (chromium) process.env.RAMAL_CHROMIUM = chromium;
  runAsChild(node, [join(root, 'bench/src/main.ts'), ...args]);
});
