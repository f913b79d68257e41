import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** True in an unpacked release, which is complete and may be read-only. */
export const isRelease = existsSync(join(root, 'release.json'));

/**
 * Prints messages of the setup to stderr. Stdout contains only the requested output of a script.
 */
export const say = (line) => console.error(line);

export class SetupError extends Error {}

/** Runs a program to its end with its output visible. Returns true if it succeeded. */
export function runProgram(file, args, options = {}) {
  const { status } = spawnSync(file, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  return status === 0;
}

/** Runs the npm that started this process, otherwise the npm on the path. */
export function npm(args, options = {}) {
  const { npm_execpath: cli } = process.env;
  if (cli?.endsWith('.js')) return runProgram(process.execPath, [cli, ...args], options);
  return runProgram('npm', args, { shell: process.platform === 'win32', ...options });
}

/**
 * Runs another program in place of this process: with the same streams, forwarded signals and the
 * same exit code.
 */
export function runAsChild(file, args, env = {}) {
  const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const signalHandlers = {
    SIGTERM: () => child.kill('SIGTERM'),
    SIGHUP: () => child.kill('SIGHUP'),
    // A terminal sends Ctrl-C to both processes, so the signal is not forwarded.
    SIGINT: () => process.stdin.isTTY || child.kill('SIGINT'),
  };
  for (const [signal, handle] of Object.entries(signalHandlers)) process.on(signal, handle);
  if (process.env.npm_lifecycle_event) followParent(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    say(explain(error) ?? error.stack);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * Replaces this process by another program with execve, so that this process no longer uses memory.
 * Node has this function since 22.15, but not on Windows. Without it, the program runs as a child.
 * Under npm, `RAMAL_FOLLOW_PARENT` makes the program stop when its parent ends.
 */
export function replaceProcess(file, args, env = {}) {
  if (!process.execve || process.platform === 'win32') return runAsChild(file, args, env);
  const follow = process.env.npm_lifecycle_event ? { RAMAL_FOLLOW_PARENT: '1' } : {};
  process.execve(file, [file, ...args], { ...process.env, ...env, ...follow });
}

/**
 * Starts a server that takes over from the running one. This process ends as soon as the new server
 * serves. The new server continues in the background.
 */
export function startNext(file, args) {
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', () => process.exit(0));
  child.on('error', (error) => {
    say(explain(error) ?? error.stack);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code || 1));
}

/**
 * Stops the program when its parent ends. npm runs the program through a shell. The shell ends at a
 * signal, but does not forward it.
 */
function followParent(stop) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 200);
}

const notAllowed = ({ path }) =>
  `O usuário deste processo não pode gravar em ${path}: corrija o dono ou a permissão da pasta.`;
const fullDisk = ({ path }) =>
  `O disco está cheio${path ? ` em ${path}` : ''}: libere espaço e tente de novo.`;

const sentences = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: ({ path }) => `O disco de ${path} está montado só para leitura: use outra pasta.`,
  ENOSPC: fullDisk,
  EDQUOT: fullDisk,
  ENOENT: ({ path }) => `O arquivo ou programa ${path} não existe: instale o Ramal de novo.`,
  ENOTDIR: ({ path }) => `${path} não é uma pasta: instale o Ramal de novo em uma pasta.`,
  EMFILE: () => 'O limite de arquivos abertos é baixo: aumente-o com `ulimit -n 65536`.',
  EADDRINUSE: ({ port }) => `A porta ${port} já está em uso: encerre o outro programa.`,
};

/**
 * Returns a message for a failure that the operator can correct; undefined for a defect of the
 * program.
 */
export function explain(error) {
  if (error instanceof SetupError) return error.message;
  return sentences[error?.code]?.(error);
}

/**
 * Runs the work and returns true. For a failure that the operator can correct, it prints the
 * reason, sets the exit code and returns false. Throws any other error.
 */
export async function runOrExplain(work) {
  try {
    await work();
    return true;
  } catch (error) {
    const sentence = explain(error);
    if (sentence === undefined) throw error;
    say(sentence);
    process.exitCode = 1;
    return false;
  }
}
