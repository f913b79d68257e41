/**
 * The contract has the text of every error that the server can answer (contract/src/api/error-texts). The panel
 * shows the text of an answer; of its own it says a few dozen, which its code names. The build keeps those:
 * all of them are 26 kB, and the first form that says one fetched them all.
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

/** The object that is passed to `defineErrors`. */
function tableOf(program: object): Node | undefined {
  let listNode: Node | undefined;
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return;
    if ((node.callee as { name?: string }).name === 'defineErrors')
      [listNode] = node.arguments as Node[];
  });
  return listNode;
}

/** Every word of the panel's own code. */
const wordsOf = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.(test|fixtures))\.tsx?$/.test(file))
      .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').match(/\w+/g) ?? []),
  );
