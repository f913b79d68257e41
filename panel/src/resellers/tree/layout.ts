/**
 * Computes the layout of the reseller tree. Each expanded level is a column. A column is centred on
 * its parent node if there is enough space above. The thickness of an edge shows the number of
 * customers.
 */
export const NODE = { width: 196, height: 58, gap: 22, between: 52 } as const;
const PITCH = NODE.height + NODE.gap;
const COLUMN = NODE.width + NODE.between;

export interface Column {
  /** Ids of the nodes from top to bottom. A negative id is a placeholder. */
  readonly ids: readonly number[];
  /** Expanded node of the column. The next column contains its children. */
  readonly chosen: number | undefined;
}

interface PlacedNode {
  readonly id: number;
  readonly depth: number;
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly root: { readonly x: number; readonly y: number };
  readonly nodes: readonly PlacedNode[];
  readonly width: number;
  readonly height: number;
}

/**
 * Computes the position of each node. `columns[0]` contains the children of the root. The root
 * itself is in a separate column before it.
 */
export function computeLayout(columns: readonly Column[], maxRootY: number): Layout {
  const nodes: PlacedNode[] = [];
  const tallest = Math.max(1, ...columns.map(({ ids }) => ids.length));
  const first = columns[0]?.ids.length ?? 0;
  // Limits the position of the root by `maxRootY`, because the centre of a long first column can be
  // outside of the screen.
  const rootY = Math.min(((Math.max(first, 1) - 1) * PITCH) / 2, maxRootY);
  let above = rootY;
  columns.forEach(({ ids, chosen }, depth) => {
    const start = Math.max(0, above - ((ids.length - 1) * PITCH) / 2);
    ids.forEach((id, index) => {
      nodes.push({ id, depth, x: (depth + 1) * COLUMN, y: start + index * PITCH });
    });
    const at = chosen === undefined ? -1 : ids.indexOf(chosen);
    above = at < 0 ? above : start + at * PITCH;
  });
  const lowest = Math.max(rootY, ...nodes.map(({ y }) => y), (tallest - 1) * PITCH);
  return {
    root: { x: 0, y: rootY },
    nodes,
    width: columns.length * COLUMN + NODE.width,
    height: lowest + NODE.height,
  };
}

const MIN_THICKNESS = 1.5;
const MAX_THICKNESS = 8;

/**
 * Returns the thickness of an edge in px. It grows with the square root of the customers, because
 * a linear scale would exaggerate resellers with many customers.
 */
export function edgeThickness(customers: number, maxCustomers: number): number {
  if (maxCustomers <= 0) return MIN_THICKNESS;
  return (
    MIN_THICKNESS +
    (MAX_THICKNESS - MIN_THICKNESS) * Math.sqrt(Math.min(1, customers / maxCustomers))
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns an SVG path from the right edge of one node to the left edge of another. */
export function edgePath(from: Point, to: Point): string {
  const [startX, startY] = [from.x + NODE.width, from.y + NODE.height / 2];
  const [endX, endY] = [to.x, to.y + NODE.height / 2];
  const middle = (startX + endX) / 2;
  return `M${startX} ${startY}C${middle} ${startY} ${middle} ${endY} ${endX} ${endY}`;
}
