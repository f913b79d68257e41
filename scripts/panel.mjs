import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root, runs, say, SetupError } from './run.mjs';

/** What the portal and its build use of the panel's. */
const ofPanel = ['compress-files.ts', 'src/foundation/clipboard.ts', 'src/foundation/keys.ts'].map(
  (file) => join(root, 'panel', file),
);

/** The pages that are built: the panel's and the customers'. */
const pages = [
  { name: 'panel', what: 'the panel', also: [] },
  { name: 'portal', what: 'the portal', also: ofPanel },
];

/** Builds each page's dist when anything that goes into it has changed. */
export function buildPages(node) {
  for (const page of pages) buildPage(node, page);
}

function buildPage(node, { name, what, also }) {
  const folder = join(root, name);
  const stamp = join(root, '.setup', name);
  const wanted = hashOfSources(folder, also);
  const built = existsSync(stamp) && existsSync(join(folder, 'dist', 'index.html'));
  if (built && readFileSync(stamp, 'utf8') === wanted) return;
  say(`Building ${what}.`);
  rmSync(stamp, { force: true });
  const vite = join(
    dirname(createRequire(join(folder, 'x.js')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  );
  const env = { ...process.env, NODE_ENV: 'production' };
  if (!runs(node, [vite, 'build', '--logLevel', 'warn'], { cwd: folder, env })) {
    throw new SetupError(`Building ${what} failed, see above.`);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashOfSources(folder, also) {
  const hash = createHash('sha256');
  for (const file of [
    join(root, 'package-lock.json'),
    ...sources(folder),
    ...also,
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
