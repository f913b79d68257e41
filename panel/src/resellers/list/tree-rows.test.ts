import { describe, expect, it } from 'vitest';
import { type Subtree, flattenTree } from './tree-rows.ts';
import { resellersAnswer, reseller } from '../test/answers.ts';

const branch = (...ids: number[]): Subtree => ({
  children: resellersAnswer(...ids.map((id) => reseller({ id, username: `r${id}` }))),
  loading: false,
  failed: false,
  retry: () => undefined,
});
const drawn = (rows: ReturnType<typeof flattenTree>) =>
  rows.map(({ position: { key, rails, last } }) => [
    key,
    rails.map((rail) => (rail ? '|' : ' ')).join(''),
    last,
  ]);

describe('list with expanded branches', () => {
  const rows = [reseller({ id: 1 }), reseller({ id: 2 })];

  it('places children after their parent, with lines to the last child', () => {
    const open = new Map([
      ['1', branch(3, 4)],
      ['1.3', branch(5)],
      ['1.4', branch(6)],
    ]);
    expect(drawn(flattenTree(rows, open))).toEqual([
      ['1', '', undefined],
      ['1.3', '', false],
      ['1.3.5', '|', true],
      ['1.4', '', true],
      ['1.4.6', ' ', true],
      ['2', '', undefined],
    ]);
  });

  it('expands a reseller only at the position where it was expanded', () => {
    const both = [reseller({ id: 1 }), reseller({ id: 3 })];
    const open = new Map([
      ['1', branch(3)],
      ['1.3', branch(5)],
    ]);
    expect(flattenTree(both, open).map(({ position }) => position.key)).toEqual([
      '1',
      '1.3',
      '1.3.5',
      '3',
    ]);
  });
});
