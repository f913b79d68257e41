/**
 * Removes the parts of endpoint declarations that only the server reads. The server, the
 * documentation and the panel share these declarations (contract/src/api/endpoint.ts). The panel's
 * tests use this plugin too (vitest.config.ts), so they see the same declarations as the build.
 */
import type { Plugin } from 'vite';
import { type Node, walk } from './syntax-tree.ts';

const DECLARATIONS = /\/contract\/src\/(?!fixtures\/).*\.ts$/;
const OF_SERVER = ['summary', 'errors', 'params', 'query', 'ignores'];

export const leanCalls = (): Plugin => ({
  name: 'lean-calls',
  transform: {
    filter: { id: DECLARATIONS },
    handler(code) {
      const program = this.parse(code);
      const parts = endpointsOf(program).flatMap(({ properties }) =>
        (properties as Node[]).filter(isOfServer),
      );
      refuseReadsOfServerParts(program, parts, code);
      return parts.length > 0 ? { code: withoutParts(code, parts), map: null } : undefined;
    },
  },
});

/**
 * Rejects code that reads a removed part of a declaration, such as `list.query`. The failure would
 * otherwise appear only in the browser.
 */
function refuseReadsOfServerParts(program: object, parts: readonly Node[], code: string): void {
  walk(program, (node) => {
    if (node.type !== 'MemberExpression' || node.computed === true) return;
    const { name } = node.property as Node & { name: string };
    if (name !== 'access' && !OF_SERVER.includes(name)) return;
    const isLeftOut = parts.some(({ start, end }) => start <= node.start && node.end <= end);
    if (!isLeftOut)
      throw new Error(`Not in the panel's build: ${code.slice(node.start, node.end)}`);
  });
}

/** Returns the objects that are passed to `endpoint`. */
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

/**
 * True if only the server reads this part of a declaration. The panel reads `access` only to see
 * whether a call is public.
 */
function isOfServer({ type, key, value }: Node): boolean {
  if (type !== 'Property') return false;
  const { name = '' } = key as Node & { name?: string };
  const isPublic = (value as Node).value === 'public';
  return OF_SERVER.includes(name) || (name === 'access' && !isPublic);
}

/**
 * Removes parts of the code. The comma after a part remains, so an empty spread replaces the part.
 */
function withoutParts(code: string, parts: readonly Node[]): string {
  let written = '';
  let place = 0;
  for (const { start, end } of parts) {
    written += `${code.slice(place, start)}...{}`;
    place = end;
  }
  return written + code.slice(place);
}
