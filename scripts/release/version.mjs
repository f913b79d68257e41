import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, SetupError } from '../run.mjs';

/**
 * Returns the version with its commit. The time of the commit becomes the time of every file. A
 * clone with uncommitted changes is rejected unless `allowsChanges` is set.
 */
export function readVersion({ allowsChanges }) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [commit, seconds] = git('log', '-1', '--format=%H %ct').split(' ');
  const isModified = git('status', '--porcelain', '--untracked-files=no') !== '';
  if (isModified && !allowsChanges)
    throw new SetupError('There are changes without a commit: commit them, or add --modified.');
  return { version, commit, isModified, time: Number(seconds) };
}

/** Returns the tracked files below some paths, sorted. */
export const trackedFiles = (...paths) =>
  git('ls-files', '--', ...paths)
    .split('\n')
    .toSorted();

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new SetupError(`A release is built in a clone of git: ${stderr}`);
  return stdout.trim();
}
