/**
 * Builds the image and starts it on this machine. The test imports a Debian and gives it the name
 * of the base image.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../run.mjs';
import { makeCleanRoot, findCleanRootProblem } from './clean-root.mjs';
import {
  addCleanUp,
  freePort,
  hasPrograms,
  run,
  start,
  temporaryFolder,
  unpack,
  waitUntilReady,
} from './tools.mjs';

const IMAGE = 'localhost/ramal';

function whyNoContainer() {
  const reason = findCleanRootProblem();
  if (reason) return reason;
  if (!hasPrograms(['podman', 'buildah'], ['podman', 'buildah', 'crun']))
    return 'podman and buildah are not installed';
  return false;
}

const skip = whyNoContainer();

/**
 * Returns options for a separate storage, so that images of this machine are not used or changed.
 */
function storage(folder) {
  const options = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  return [...options, '--storage-driver', 'vfs'];
}

const SECOND_VERSION = '/sys/fs/cgroup/unified';

/**
 * Returns the beginning of a command that hides one of the two versions of cgroups. crun refuses to
 * run if both are mounted. The command gets a mount namespace without the second version.
 */
const withOneCgroupVersion = () =>
  existsSync(SECOND_VERSION)
    ? ['unshare', '--mount', 'sh', '-c', `umount -l ${SECOND_VERSION} && exec "$@"`, 'sh']
    : [];

function buildImage(t) {
  const folder = temporaryFolder(t);
  const base = join(folder, 'base');
  makeCleanRoot(t, base);
  const containerfile = join(root, 'deploy/container/Containerfile');
  const [, baseName] = /^FROM (\S+)/m.exec(readFileSync(containerfile, 'utf8'));
  const archive = join(folder, 'base.tar');
  run('tar', ['--one-file-system', '-cf', archive, '-C', base, '.']);
  const options = storage(folder);
  run('podman', [...options, 'import', archive, baseName]);
  run('buildah', [
    ...options,
    'build',
    '--isolation=chroot',
    '--format=docker',
    '--pull-never',
    `--tag=${IMAGE}`,
    `--file=${containerfile}`,
    unpack(folder),
  ]);
  return options;
}

void test(
  'the image serves with a read-only root file system and is healthy',
  { skip },
  async (t) => {
    const options = buildImage(t);
    assert.match(run('podman', [...options, 'inspect', IMAGE]), /health\.mjs/);
    const port = await freePort();
    const name = `ramal-${port}`;
    const isolation = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
    const [program, ...first] = [...withOneCgroupVersion(), 'podman', ...options];
    const container = start(t, program, [
      ...first,
      'run',
      '--rm',
      `--name=${name}`,
      '--network=host',
      '--cgroups=disabled',
      '--ulimit=nofile=4096:4096',
      '--ulimit=nproc=4096:4096',
      '--no-healthcheck',
      '--tmpfs=/tmp',
      ...isolation,
      `--env=PORT=${port}`,
      IMAGE,
    ]);
    addCleanUp(t, () => {
      if (container.child.exitCode === null) run(program, [...first, 'kill', name]);
    });
    const ready = await waitUntilReady(port, { server: container });
    t.diagnostic(`ready after ${ready} ms`);
    const inside = (...args) => run(program, [...first, 'exec', name, ...args]);
    assert.equal(inside('id', '-u').trim(), '10001');
    assert.throws(() => inside('touch', '/opt/ramal/file'), /Read-only file system/);
    inside('/opt/ramal/bin/node', '/opt/ramal/scripts/health.mjs');
    run(program, [...first, 'stop', '--time=60', name]);
    assert.deepEqual(await container.ended, [0, null]);
  },
);
