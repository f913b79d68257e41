/** Files of a release, as entries `{ path, mode, content | file | link }` sorted by path. */
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../run.mjs';
import { stripTypes } from '../strip-types.mjs';
import { trackedFiles } from './version.mjs';

const PROGRAM = 0o755;
const FILE = 0o644;

/** Sources that the server reads while it runs. */
const SOURCES = [
  'server/src',
  'server/migrations',
  'server/package.json',
  'contract/src',
  'contract/package.json',
  'panel/public/mark.svg',
];
const TESTS = /\.(test|fixtures)\.|\/cases\/|\.d\.ts$/;

export const LAUNCHER = [
  'ramal',
  'scripts/commands.mjs',
  'scripts/health.mjs',
  'scripts/cached-javascript.mjs',
  'scripts/ramal.mjs',
  'scripts/run.mjs',
  'scripts/strip-types.mjs',
];
const DOCUMENTS = [
  'CHANGELOG.md',
  'NOVIDADES.md',
  'LICENSE',
  'docs/OPERATIONS.md',
  'docs/HIGH-AVAILABILITY.md',
];

/** Files of packages that only compilers or people read. Licences are always included. */
const UNUSED = /\.(?:d\.[cm]?ts|map|a|md|markdown|c|cc|h|gyp|html|sh|tsbuildinfo)$/i;
/**
 * Parts of packages that only their developers use: test, benchmark and example folders, hidden
 * files and lint settings. Also prebuilt binaries for other runtimes.
 */
const DEVELOPMENT =
  /node_modules\/(?:@[^/]+\/)?[^/]+\/(?:tests?|integration|benchmarks?|examples?|prebuilds)$|\/\.[^/]+$|\/eslint\.config\./;
/**
 * Folders that contain packages. npm installs a second version of a package into the workspace that
 * needs this version.
 */
const PACKAGE_FOLDERS = ['node_modules', 'server/node_modules', 'contract/node_modules'];
/**
 * Packages that a release does not need: npm's links, type declarations, and TypeScript. npm
 * installs TypeScript as an optional peer of a package.
 */
const UNUSED_PACKAGES = /^node_modules\/(?:\.|@ramal$|@types$|@?typescript$)/;
const LICENCE = /licen[cs]e|notice|copying/i;

/** Returns the entries of a release for a target whose packages are in `packages`. */
export function releaseEntries({ target, packages, version, commit, isModified }) {
  const release = { version, commit, ...(isModified && { isModified }), target };
  const entries = [
    { path: 'release.json', mode: FILE, content: `${JSON.stringify(release, null, 2)}\n` },
    { path: 'README.md', mode: FILE, file: join(root, 'scripts/release/README.md') },
    ...trackedFiles(...LAUNCHER, ...DOCUMENTS, 'deploy').map(trackedEntry),
    ...trackedFiles(...SOURCES)
      .filter((path) => !TESTS.test(path))
      .map(sourceEntry),
    ...filesUnder(root, 'panel/dist'),
    ...filesUnder(root, 'portal/dist'),
    ...packageEntries(packages, target),
  ];
  return [...entries, ...foldersOf(entries)].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const trackedEntry = (path) => fileEntry(root, path);

/**
 * Returns a source file without its types. The code stays at the same line and column, so that the
 * position of an error is right.
 */
function sourceEntry(path) {
  if (!path.endsWith('.ts')) return trackedEntry(path);
  return { path, mode: FILE, content: stripTypes(readFileSync(join(root, path), 'utf8')) };
}

/**
 * Returns the entries of the installed packages. Node is moved to `bin`. A link to the contract
 * replaces npm's links to the workspaces.
 */
function packageEntries(packages, target) {
  const node = `node_modules/node-${target}`;
  return [
    { path: 'bin/node', mode: PROGRAM, file: join(packages, node, 'bin/node') },
    { path: 'bin/LICENSE', mode: FILE, file: join(packages, node, 'LICENSE') },
    { path: 'node_modules/@ramal/contract', mode: PROGRAM, link: '../../contract' },
    ...PACKAGE_FOLDERS.filter((folder) => existsSync(join(packages, folder))).flatMap((folder) =>
      filesUnder(packages, folder, (path) => isUsed(path, node)),
    ),
  ];
}

const isUsed = (path, node) =>
  !UNUSED_PACKAGES.test(path) &&
  !path.startsWith(node) &&
  !DEVELOPMENT.test(path) &&
  (!UNUSED.test(path) || LICENCE.test(posix.basename(path)));

function filesUnder(base, folder, isWanted = () => true) {
  return readdirSync(join(base, folder)).flatMap((name) => {
    const path = posix.join(folder, name);
    if (!isWanted(path)) return [];
    return lstatSync(join(base, path)).isDirectory()
      ? filesUnder(base, path, isWanted)
      : [fileEntry(base, path)];
  });
}

function fileEntry(base, path) {
  const file = join(base, path);
  const stat = lstatSync(file);
  if (stat.isSymbolicLink()) return { path, mode: PROGRAM, link: readlinkSync(file) };
  const isLibrary = /\.(?:so|node)(?:\.\d+)*$/.test(path);
  const isProgram = ((stat.mode & 0o100) !== 0 && !isLibrary) || path.includes('/native/bin/');
  return { path, mode: isProgram ? PROGRAM : FILE, file };
}

function foldersOf(entries) {
  const folders = new Set();
  for (const { path } of entries)
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder))
      folders.add(folder);
  return [...folders].map((path) => ({ path, mode: PROGRAM, isFolder: true }));
}
