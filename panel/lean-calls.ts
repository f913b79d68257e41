/**
 * Removes the parts of API calls that the panel does not read. A call is declared once for the
 * server, the documentation and the panel (contract/src/api/endpoint.ts). The panel reads only a
 * few parts of the declaration. The two schemas that it reads are created on first use. The tests
 * of the panel use this plugin too (vitest.config.ts), so a declaration means the same in both.
 */
import type { Plugin } from 'vite';
import { type Node, walk } from './syntax-tree.ts';

const DECLARATIONS = /\/contract\/src\/(?!fixtures\/).*\.ts$/;
const OF_SERVER = ['summary', 'errors', 'params', 'query', 'ignores'];
const MADE_WHEN_READ = ['body', 'answer'];

export const leanCalls = (): Plugin => ({
  name: 'lean-calls',
  transform: {
    filter: { id: DECLARATIONS },
    handler(code) {
      const program = this.parse(code);
      const edits = endpointsOf(program).flatMap(({ properties }) =>
        (properties as Node[]).flatMap((property) => editsOf(property, code)),
      );
      refuseReadsOfServerParts(program, edits, code);
      return edits.length > 0 ? { code: withEdits(code, edits), map: null } : undefined;
    },
  },
});

/** Replacement text for a range of the code. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const LEFT_OUT = '...{}';

/** A declaration that reads what is left out of another, as `list.query`, would fail in the browser alone. */
function refuseReadsOfServerParts(program: object, edits: readonly Edit[], code: string): void {
  walk(program, (node) => {
    if (node.type !== 'MemberExpression' || node.computed === true) return;
    const { name } = node.property as Node & { name: string };
    if (name !== 'access' && !OF_SERVER.includes(name)) return;
    const isLeftOut = edits.some(
      ({ start, end, text }) => text === LEFT_OUT && start <= node.start && node.end <= end,
    );
    if (!isLeftOut)
      throw new Error(`Not in the panel's build: ${code.slice(node.start, node.end)}`);
  });
}

/** The objects that are given to `endpoint`. */
function endpointsOf(program: object): Node[] {
  const nodes: Node[] = [];
  walk(program, (node) => {
    if (
      node.type !== 'CallExpression' ||
      (node.callee as Node & { name?: string }).name !== 'endpoint'
    )
      return;
    const [declaration] = node.arguments as Node[];
    if (declaration?.type === 'ObjectExpression') nodes.push(declaration);
  });
  return nodes;
}

function editsOf(property: Node, code: string): Edit[] {
  if (property.type !== 'Property') return [];
  const { start, end } = property;
  const name = (property.key as Node & { name?: string }).name ?? '';
  const value = property.value as Node;
  // The comma after the removed part remains, so an empty spread replaces the part.
  if (OF_SERVER.includes(name)) return [{ start, end, text: LEFT_OUT }];
  // The panel asks only whether a call is public.
  if (name === 'access' && !(value.type === 'Literal' && value.value === 'public'))
    return [{ start, end, text: LEFT_OUT }];
  if (!MADE_WHEN_READ.includes(name)) return [];
  const made = code.slice(value.start, value.end);
  const text = `get ${name}() { return Object.defineProperty(this, '${name}', { value: ${made} }).${name}; }`;
  return [{ start, end, text }];
}

/** Edits must be in the order of the code. */
function withEdits(code: string, edits: readonly Edit[]): string {
  let written = '';
  let place = 0;
  for (const { start, end, text } of edits) {
    written += code.slice(place, start) + text;
    place = end;
  }
  return written + code.slice(place);
}
