import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root, runProgram, say, SetupError } from './run.mjs';

/** Number of lines that are shown when a build fails. The log file contains all lines. */
const MAX_LINES = 20;

/** Workspaces whose pages are built: the panel and the customers' portal. */
const pages = ['panel', 'portal'];

/**
 * Builds the pages of the panel and of the portal. Skips a workspace whose sources have not
 * changed.
 */
export function buildPages(node) {
  const outdated = pages.flatMap((name) => {
    const wanted = hashOfSources(join(root, name));
    return isBuilt(name, wanted) ? [] : [{ name, wanted }];
  });
  if (outdated.length === 0) return;
  say('Montando as páginas; na primeira vez leva cerca de um minuto.');
  for (const page of outdated) buildPage(node, page);
}

const stampOf = (name) => join(root, '.setup', name);

const isBuilt = (name, wanted) =>
  existsSync(stampOf(name)) &&
  existsSync(join(root, name, 'dist', 'index.html')) &&
  readFileSync(stampOf(name), 'utf8') === wanted;

function buildPage(node, { name, wanted }) {
  const folder = join(root, name);
  const stamp = stampOf(name);
  rmSync(stamp, { force: true });
  const vite = join(
    dirname(createRequire(join(folder, 'x.js')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  );
  const env = { ...process.env, NODE_ENV: 'production' };
  mkdirSync(dirname(stamp), { recursive: true });
  // Warnings of the bundler go only to the log file, because they concern developers.
  const logFile = `${stamp}-build.log`;
  const log = openSync(logFile, 'w');
  const options = { cwd: folder, env, stdio: ['ignore', log, log] };
  const isDone = runProgram(node, [vite, 'build', '--logLevel', 'warn'], options);
  closeSync(log);
  if (!isDone) {
    const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(0, MAX_LINES);
    throw new SetupError(
      `A montagem das páginas falhou (registro em ${logFile}):\n${lines.join('\n')}`,
    );
  }
  writeFileSync(stamp, wanted);
}

function hashOfSources(folder) {
  const hash = createHash('sha256');
  for (const file of [
    join(root, 'package-lock.json'),
    ...sources(folder),
    ...sources(join(root, 'packages', 'pages')),
    ...sources(join(root, 'contract')),
  ]) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        return ['node_modules', 'dist'].includes(entry.name) ? [] : sources(path);
      }
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
    });
}
