import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root, runs, say, SetupError } from './run.mjs';

const panel = join(root, 'panel');
const stamp = join(root, '.setup', 'panel');

/** Builds panel/dist when anything that goes into it has changed. */
export function buildPanel(node) {
  const wanted = hashOfSources();
  const built = existsSync(stamp) && existsSync(join(panel, 'dist', 'index.html'));
  if (built && readFileSync(stamp, 'utf8') === wanted) return;
  say('Building the panel.');
  rmSync(stamp, { force: true });
  const vite = join(
    dirname(createRequire(join(panel, 'x.js')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  );
  const env = { ...process.env, NODE_ENV: 'production' };
  if (!runs(node, [vite, 'build', '--logLevel', 'warn'], { cwd: panel, env })) {
    throw new SetupError('The panel could not be built, see above.');
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of [
    join(root, 'package-lock.json'),
    ...sources(panel),
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
