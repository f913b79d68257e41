/**
 * Positions of the nodes of the open levels. Each level is a column, placed as near to the height
 * of its parent as the top edge allows. A branch is thicker if there are more customers behind it.
 */
export const NODE = { width: 196, height: 58, gap: 22, between: 52 } as const;
const PITCH = NODE.height + NODE.gap;
const COLUMN = NODE.width + NODE.between;

export interface Column {
  /** Ids of the nodes from top to bottom. A negative id is a placeholder. */
  readonly ids: readonly number[];
  /** Parent node of the next column. */
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
 * Calculates the positions. `columns` contains the children of the root, then the levels below. The
 * root has a separate column before them.
 */
export function layOut(columns: readonly Column[], maxRootY: number): Layout {
  const nodes: PlacedNode[] = [];
  const tallest = Math.max(1, ...columns.map(({ ids }) => ids.length));
  const first = columns[0]?.ids.length ?? 0;
  // The centre of a long first column may be outside of the screen, so the position of the root has
  // a maximum.
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

const THINNEST = 1.5;
const THICKEST = 8;

/**
 * Thickness of a branch in px, by the square root of its customers. A linear scale would exaggerate
 * large branches.
 */
export function thickness(customers: number, most: number): number {
  if (most <= 0) return THINNEST;
  return THINNEST + (THICKEST - THINNEST) * Math.sqrt(Math.min(1, customers / most));
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** SVG path from the right edge of one node to the left edge of another. */
export function curve(from: Point, to: Point): string {
  const [startX, startY] = [from.x + NODE.width, from.y + NODE.height / 2];
  const [endX, endY] = [to.x, to.y + NODE.height / 2];
  const middle = (startX + endX) / 2;
  return `M${startX} ${startY}C${middle} ${startY} ${middle} ${endY} ${endX} ${endY}`;
}
