import { describe, expect, it } from 'vitest';
import { edgePath, computeLayout, NODE, edgeThickness } from './layout.ts';

const PITCH = NODE.height + NODE.gap;
const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

describe('node positions of the tree', () => {
  it('places each level in a column, and the root at the middle of its children', () => {
    const { root, nodes } = computeLayout([{ ids: ids(1, 5), chosen: undefined }], 1000);
    expect(root.y).toBe(2 * PITCH);
    expect(nodes.map(({ y }) => y)).toEqual([0, 1, 2, 3, 4].map((turn) => turn * PITCH));
    expect(new Set(nodes.map(({ x }) => x))).toEqual(new Set([NODE.width + NODE.between]));
  });

  it('places children next to their open parent', () => {
    const columns = [
      { ids: ids(1, 5), chosen: 5 },
      { ids: ids(10, 3), chosen: undefined },
    ];
    const second = computeLayout(columns, 1000).nodes.filter(({ depth }) => depth === 1);
    expect(second.map(({ y }) => y)).toEqual([3, 4, 5].map((turn) => turn * PITCH));
  });

  it('places no node above the top, and no two at the same position', () => {
    const columns = [
      { ids: ids(1, 4), chosen: 1 },
      { ids: ids(10, 9), chosen: 18 },
      { ids: ids(30, 2), chosen: undefined },
    ];
    const { nodes, height, width } = computeLayout(columns, 1000);
    const places = nodes.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(nodes.length);
    expect(Math.min(...nodes.map(({ y }) => y))).toBe(0);
    for (const { x, y } of nodes) {
      expect(y + NODE.height).toBeLessThanOrEqual(height);
      expect(x + NODE.width).toBeLessThanOrEqual(width);
    }
  });

  it('keeps the root on the screen next to a long column', () => {
    expect(computeLayout([{ ids: ids(1, 60), chosen: undefined }], 300).root.y).toBe(300);
  });

  it('draws a branch from edge to edge', () => {
    const [, x1, y1] = /^M(\S+) (\S+)C/.exec(edgePath({ x: 0, y: 0 }, { x: 248, y: 160 }))!;
    expect([Number(x1), Number(y1)]).toEqual([NODE.width, NODE.height / 2]);
  });
});

it('draws a thicker branch for more customers, and always a visible one', () => {
  expect(edgeThickness(0, 0)).toBe(edgeThickness(0, 100));
  expect(edgeThickness(100, 100)).toBeGreaterThan(edgeThickness(25, 100));
  expect(edgeThickness(25, 100)).toBeGreaterThan(edgeThickness(1, 100));
  expect(edgeThickness(0, 100)).toBeGreaterThan(0);
});
