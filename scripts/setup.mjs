import { installPackages } from './packages.mjs';
import { buildPages } from './panel.mjs';
import { pinnedNode } from './pinned-node.mjs';
import {
  findChromium,
  findFfprobe,
  findHeadlessShell,
  findNginx,
  findPowerDns,
} from './test-tools.mjs';

/**
 * Makes sure that everything is there, and says what it does. What is done already is skipped.
 * Gives back the Node to run the product on and, for tests, the browser, ffprobe, PowerDNS and nginx (or '').
 */
export async function setUp({ panel = true, browser = false } = {}) {
  installPackages();
  const node = pinnedNode();
  if (panel) buildPages(node);
  if (!browser)
    return { node, chromium: '', headlessShell: '', ffprobe: '', powerDns: '', nginx: '' };
  return {
    node,
    chromium: findChromium(node),
    headlessShell: findHeadlessShell(),
    ffprobe: findFfprobe(),
    powerDns: findPowerDns(),
    nginx: findNginx(),
  };
}
