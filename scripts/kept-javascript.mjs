/**
 * Strips the types of a file once and keeps the JavaScript in `.setup/javascript`. Node's own cache of what it
 * compiled (NODE_COMPILE_CACHE) starts no faster and stays in memory as a whole: 18 MB.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const folder = join(root, '.setup/javascript');
const ours = pathToFileURL(root).href;

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(ours) || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: javascriptOf(fileURLToPath(url)), shortCircuit: true };
  },
});

/** Lines and columns are those of the file; the last line tells of which text it was made, by which Node. */
function javascriptOf(file) {
  const text = readFileSync(file, 'utf8');
  const kept = join(folder, `${relative(root, file)}.js`);
  const mark = `\n//${hash('sha1', process.version + text)}`;
  try {
    const javascript = readFileSync(kept, 'utf8');
    if (javascript.endsWith(mark)) return javascript;
  } catch {
    // It was not stripped before.
  }
  const javascript = withoutTypes(text) + mark;
  keep(kept, javascript);
  return javascript;
}

/** Without the warning that the function is an experiment: what it does, Node does with every file by itself. */
function withoutTypes(text) {
  const before = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    Object.defineProperty(process, 'emitWarning', before);
  }
}

/** Another process may read it meanwhile, so it appears whole. In a folder that is read-only nothing is kept. */
function keep(file, javascript) {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, javascript);
    renameSync(part, file);
  } catch {
    // The next start strips it again.
  }
}
