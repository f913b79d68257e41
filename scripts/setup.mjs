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
 * Installs everything that is missing and reports each step. Completed steps are skipped. Returns
 * the Node that runs the product. With `panel` it also builds the pages. With `browser` it also
 * finds the programs of the tests: the browser, ffprobe, PowerDNS and nginx. The path of a missing
 * program is ''.
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
