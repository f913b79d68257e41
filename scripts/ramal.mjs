/** Runs a command of the table in commands.mjs: `./ramal start` or `npm start`. */
import { join } from 'node:path';
import { describeCommands, findCommand } from './commands.mjs';
import {
  runAsChild,
  isRelease,
  runOrExplain,
  replaceProcess,
  root,
  say,
  startNext,
} from './run.mjs';

const KEPT_JAVASCRIPT = ['--import', new URL('./cached-javascript.mjs', import.meta.url).href];

/** Flags that reduce the server's memory; docs/decisions/memory.md has the measurements. */
const SERVER_FLAGS = [
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  '--heap-growing-percent=60',
  '--expose-gc',
  ...KEPT_JAVASCRIPT,
];

const [name = '', ...args] = process.argv.slice(2);
const command = findCommand(name);

if (command) await runOrExplain(() => run(command));
else {
  for (const line of describeCommands(process.env.RAMAL_LAUNCHER || './ramal')) say(line);
  process.exitCode = 2;
}

async function run({ file, args: fixed = [], isServer = false, isReplacement = false }) {
  // A Debian package has a file with its settings. systemd reads the file for the service. Commands
  // that a user runs read it here.
  if (process.env.RAMAL_ENV_FILE) process.loadEnvFile(process.env.RAMAL_ENV_FILE);
  const node = await findNode(isServer);
  const program = [join(root, file), ...fixed, ...args];
  if (isReplacement) startNext(node, [...SERVER_FLAGS, ...program]);
  else if (isServer) replaceProcess(node, [...SERVER_FLAGS, ...program]);
  else runAsChild(node, [...KEPT_JAVASCRIPT, ...program]);
}

/** Finds the Node for a command. Sets up a clone first; a release needs no setup. */
async function findNode(hasPages) {
  if (isRelease) return process.execPath;
  const { setUp } = await import('./setup.mjs');
  const { node } = await setUp({ panel: hasPages });
  return node;
}
