/**
 * Strips the types of a source file once and stores the JavaScript in `.setup/javascript`. A
 * release needs no stripping, because its files contain no types. Node's own compile cache
 * (NODE_COMPILE_CACHE) is not used, because it needs 18 MB of memory and makes the start no faster.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isRelease, root } from './run.mjs';
import { stripTypes } from './strip-types.mjs';

const folder = join(root, '.setup/javascript');
const ours = pathToFileURL(root).href;

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(ours) || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: javascriptOf(fileURLToPath(url)), shortCircuit: true };
  },
});

/**
 * Returns the JavaScript of a file, with the same lines and columns. The last line of the stored
 * file contains a hash of the source text and the version of Node.
 */
function javascriptOf(file) {
  const text = readFileSync(file, 'utf8');
  if (isRelease) return text;
  const storedFile = join(folder, `${relative(root, file)}.js`);
  const mark = `\n//${hash('sha1', process.version + text)}`;
  try {
    const javascript = readFileSync(storedFile, 'utf8');
    if (javascript.endsWith(mark)) return javascript;
  } catch {
    // The file was never stripped before.
  }
  const javascript = stripTypes(text) + mark;
  keep(storedFile, javascript);
  return javascript;
}

/**
 * Writes the file atomically, because another process may read it at the same time. If the folder
 * is read-only, nothing is stored.
 */
function keep(file, javascript) {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, javascript);
    renameSync(part, file);
  } catch {
    // The file cannot be stored. The next start strips it again.
  }
}
