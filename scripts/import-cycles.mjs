/**
 * Finds cycles of imports among the source files of all workspaces. It also follows lazy and
 * type-only imports. The lint rule import/no-cycle does not follow `import('…')`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = join(fileURLToPath(import.meta.url), '../..');

/** Returns the text of each source file by path, without tests and files that git ignores. */
export function readSources() {
  const { stdout } = spawnSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
    { cwd: root, encoding: 'utf8' },
  );
  const files = stdout
    .split('\n')
    .filter((file) => /^(contract|server|panel|portal|packages)\//.test(file))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  return new Map(files.flatMap((file) => readIfPresent(file)));
}

/** Returns an empty list for a file that was moved but not staged: git still lists its old path. */
function readIfPresent(file) {
  try {
    return [[file, readFileSync(join(root, file), 'utf8')]];
  } catch {
    return [];
  }
}

/** Returns each group of files that import one another, and each file that imports itself. */
export function findCycles(sources) {
  const imports = new Map(
    [...sources].map(([file, text]) => [
      file,
      importsOf(file, text).filter((to) => sources.has(to)),
    ]),
  );
  return stronglyConnected(imports).filter(
    (group) => group.length > 1 || imports.get(group[0]).includes(group[0]),
  );
}

function importsOf(file, text) {
  const { module } = parseSync(file, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const [, value] = /^['"](.*)['"]$/.exec(text.slice(start, end)) ?? [];
      return value ? [value] : [];
    }),
  ];
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('.')) return [posix.join(dirname(file), specifier)];
    const [, workspace, inside] = /^@ramal\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
    return workspace ? [`${workspace}/src/${inside}.ts`] : [];
  });
}

/**
 * Returns the groups of files that import one another, by Tarjan's algorithm. A file that is in no
 * cycle is a group too. The files of each group are sorted.
 */
function stronglyConnected(imports) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const groups = [];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    for (const to of imports.get(file)) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file), low.get(to)));
    }
    if (low.get(file) === index.get(file))
      groups.push(stack.splice(stack.indexOf(file)).toSorted((a, b) => (a < b ? -1 : 1)));
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return groups;
}
