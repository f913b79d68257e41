/**
 * Types of the syntax trees that Rolldown creates. They contain only the parts that the plugins of
 * this build read.
 */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Calls `visit` for a node and all its descendants, outer nodes first. */
export function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const part of node) walk(part, visit);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) visit(node as Node);
    for (const part of Object.values(node)) walk(part, visit);
  }
}
