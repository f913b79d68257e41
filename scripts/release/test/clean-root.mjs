/** Creates a minimal Debian in a folder with mmdebstrap. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addCleanUp, hasPrograms, isRoot, run, runInBackground } from './tools.mjs';

/** Releases of Debian that the package supports. The oldest comes first. */
export const SUITES = ['bookworm', 'trixie'];
/** Signal SIGRTMIN+4, with which systemd powers off. */
const POWER_OFF = 38;

/**
 * Returns the reason why no clean root can be created here; undefined if a clean root is possible.
 */
export function findCleanRootProblem() {
  if (!isRoot) return 'a clean root needs root';
  return hasPrograms(['mmdebstrap']) ? undefined : 'mmdebstrap is not installed';
}

export function makeCleanRoot(
  t,
  folder,
  { suite = SUITES[0], include = [], isBooted = false } = {},
) {
  run('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    ...include.map((name) => `--include=${name}`),
    suite,
    folder,
  ]);
  // A system that is booted mounts these file systems itself.
  if (!isBooted) mount(t, folder);
  return (program, ...args) => run('chroot', [folder, program, ...args], { env: chrootEnv });
}

function mount(t, folder) {
  for (const [type, path] of [
    ['proc', 'proc'],
    ['tmpfs', 'dev/shm'],
  ]) {
    run('mount', ['-t', type, type, join(folder, path)]);
    addCleanUp(t, () => void run('umount', ['--lazy', join(folder, path)]));
  }
}

const chrootEnv = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  DEBIAN_FRONTEND: 'noninteractive',
};

/**
 * Boots systemd in the folder and returns a function that runs programs in it. Undefined if this
 * machine cannot boot it. The network is that of the machine.
 */
export async function boot(t, folder) {
  if (!hasPrograms(['systemd-nspawn'], ['systemd-container'])) return undefined;
  const container = spawn(
    'systemd-nspawn',
    ['--directory', folder, '--boot', '--register=no', '--keep-unit', '--quiet'],
    { stdio: 'ignore' },
  );
  addCleanUp(t, async () => {
    const init = findInit(container.pid);
    if (init) process.kill(init, POWER_OFF);
    while (container.exitCode === null && container.signalCode === null) await pause(50);
  });
  const enter = (...args) =>
    runInBackground('nsenter', ['--target', String(findInit(container.pid)), '--all', ...args], {
      env: chrootEnv,
    });
  for (let tries = 0; tries < 300 && container.exitCode === null; tries += 1) {
    try {
      await enter('systemctl', 'is-system-running', '--wait');
      return enter;
    } catch (error) {
      if (/degraded/.test(error.stdout ?? '')) return enter;
      await pause(100);
    }
  }
  return undefined;
}

/** Finds the first process of the container, which is the child of systemd-nspawn. */
function findInit(parent) {
  const children = `/proc/${parent}/task/${parent}/children`;
  if (!existsSync(children)) return undefined;
  return Number(readFileSync(children, 'utf8').trim().split(' ')[0]) || undefined;
}
