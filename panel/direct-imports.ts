/**
 * Replaces imports from the index of a package by imports from the file of each part. With imports
 * from the index, every screen would seem to need the whole package. Then chunks.ts could not
 * assign its modules.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** File that defines a part, and the name of the part in that file. An index exports the part. */
interface Origin {
  readonly file: string;
  readonly name: string;
}
type Index = ReadonlyMap<string, Origin>;

export const directImports = (...packages: readonly string[]): Plugin => {
  const indexes = new Map<string, Promise<Index>>();
  const indexOf = async (build: Rolldown.PluginContext, name: string, importer: string) => {
    const index = await build.resolve(name, importer, { skipSelf: true });
    return index ? readIndex(build, index.id) : new Map<string, Origin>();
  };
  return {
    name: 'direct-imports',
    apply: 'build',
    async transform(code, id) {
      if (!packages.some((name) => code.includes(`"${name}"`) || code.includes(`'${name}'`)))
        return;
      let written = '';
      let end = 0;
      for (const statement of this.parse(code).body) {
        if (statement.type !== 'ImportDeclaration') continue;
        const name = statement.source.value;
        if (!packages.includes(name)) continue;
        if (!indexes.has(name)) indexes.set(name, indexOf(this, name, id));
        const direct = directOnes(statement, (await indexes.get(name))!);
        if (!direct) continue;
        written += code.slice(end, statement.start) + direct;
        end = statement.end;
      }
      return end === 0 ? undefined : { code: written + code.slice(end), map: null };
    },
  };
};

type Program = ReturnType<Rolldown.PluginContext['parse']>;
type Import = Extract<Program['body'][number], { type: 'ImportDeclaration' }>;

/**
 * Returns the import statements that replace an import from an index. Undefined if the origin of a
 * part is unknown, as in `import * as all`.
 */
function directOnes({ specifiers }: Import, index: Index): string | undefined {
  const lines = specifiers.map((specifier) => {
    const origin = specifier.type === 'ImportSpecifier' && index.get(nameOf(specifier.imported));
    return (
      origin &&
      `import { ${origin.name} as ${specifier.local.name} } from ${JSON.stringify(origin.file)};`
    );
  });
  return lines.length > 0 && lines.every(Boolean) ? lines.join(' ') : undefined;
}

/**
 * Reads the exports of an index file. Supports `import { a } from './a.mjs'; export { a }`, `export
 * { default as A } from './A.mjs'` and `export * from 'another-package'`.
 */
async function readIndex(build: Rolldown.PluginContext, id: string): Promise<Index> {
  const file = (from: string) => path.posix.join(path.posix.dirname(id), from);
  const imported = new Map<string, Origin>();
  const index = new Map<string, Origin>();
  for (const statement of build.parse(await readFile(id, 'utf8')).body) {
    if (statement.type === 'ImportDeclaration')
      for (const part of statement.specifiers)
        if (part.type === 'ImportSpecifier')
          imported.set(part.local.name, {
            file: file(statement.source.value),
            name: nameOf(part.imported),
          });
    if (statement.type === 'ExportAllDeclaration') {
      const all = await build.resolve(statement.source.value, id, { skipSelf: true });
      for (const [name, origin] of all ? await readIndex(build, all.id) : [])
        if (!index.has(name)) index.set(name, origin);
    }
    if (statement.type === 'ExportNamedDeclaration')
      for (const part of statement.specifiers) {
        const local = nameOf(part.local);
        const origin = statement.source
          ? { file: file(statement.source.value), name: local }
          : imported.get(local);
        if (origin) index.set(nameOf(part.exported), origin);
      }
  }
  return index;
}

const nameOf = (name: { name: string } | { value: string }): string =>
  'name' in name ? name.name : name.value;
