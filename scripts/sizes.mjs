/**
 * Measures source files and folders of every workspace and checks the limits of
 * docs/CONTRIBUTING.md.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(fileURLToPath(import.meta.url), '../..');

export const MAX_LINES = 400;
export const MAX_FILES = 25;

const sources = /^(contract|server\/src|panel|portal|packages|scripts)\/.*\.(tsx?|mjs|css)$/;
const tests = /\.(test|fixtures)\.|\/(cases|test)\/|\.d\.ts$/;

/**
 * Returns the number of text lines of each measured file, by path. Tests and fixtures are left out.
 */
export function readSizes() {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = stdout.split('\n').filter((file) => sources.test(file) && !tests.test(file));
  return new Map(files.flatMap((file) => countLines(file)));
}

/** Returns an empty list for a file that was moved but not staged: git still lists its old path. */
function countLines(file) {
  try {
    return [[file, readFileSync(join(root, file), 'utf8').split('\n').length - 1]];
  } catch {
    return [];
  }
}

/** Returns one message for each file and folder that exceeds its limit. */
export function checkSizes(sizes) {
  const folders = new Map();
  for (const file of sizes.keys()) {
    if (file.endsWith('.css')) continue;
    const folder = posix.dirname(file);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [
    ...[...sizes]
      .filter(([, lines]) => lines > MAX_LINES)
      .map(([file, lines]) => `${file} has ${lines} lines, at most ${MAX_LINES}.`),
    ...[...folders]
      .filter(([, files]) => files > MAX_FILES)
      .map(([folder, files]) => `${folder} has ${files} files, at most ${MAX_FILES}.`),
  ];
}
