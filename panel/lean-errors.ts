/**
 * Removes error texts that the panel does not use. The contract contains the text of every error of
 * the server (contract/src/api/error-texts). The panel shows the text that a response contains, and
 * creates only a few dozen errors itself. All texts together are 26 kB, which the first form would
 * load. The build keeps only the texts that the panel's code names.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { type Node, walk } from './syntax-tree.ts';

export const leanErrors = (sources: string): Plugin => ({
  name: 'lean-errors',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/api\/error-texts\/\w+-errors\.ts$(?<!define-errors\.ts)/ },
    handler(code, id) {
      const table = tableOf(this.parse(code));
      if (!table) throw new Error(`${id} has no table of texts`);
      const named = wordsOf(sources);
      const entries = (table.properties as Node[])
        .filter(({ key }) => named.has((key as { name?: string }).name ?? ''))
        .map(({ start, end }) => code.slice(start, end));
      const lean = `${code.slice(0, table.start)}{${entries.join(',')}}${code.slice(table.end)}`;
      return { code: lean, map: null };
    },
  },
});

/** Returns the object that is passed to `defineErrors`. */
function tableOf(program: object): Node | undefined {
  let listNode: Node | undefined;
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return;
    if ((node.callee as { name?: string }).name === 'defineErrors')
      [listNode] = node.arguments as Node[];
  });
  return listNode;
}

/** Returns every word in the source code of the panel, including all identifiers. */
const wordsOf = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.(test|fixtures))\.tsx?$/.test(file))
      .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').match(/\w+/g) ?? []),
  );
