/** Visible nodes of each open level and their positions. */
import type { CSSProperties } from 'react';
import type { Reseller } from '../reseller.ts';
import { type Layout, NODE } from './layout.ts';
import type { OpenLevel } from './levels.ts';

/** Shown of a level before «mais N». */
const SHOWN = 8;

/** Ids below zero stand for what is no account: the rest of a level, and a level that is not there yet. */
export const REST_ID = -1;
export const PENDING_ID = -2;

export interface ColumnShown {
  readonly shown: readonly Reseller[];
  /** Number of accounts not on screen, fetched or not. */
  readonly rest: number;
  /** Some of them are fetched already. */
  readonly hidden: boolean;
  readonly ids: readonly number[];
}

/** The open account is always shown, whatever its position. */
export function columnOf(level: OpenLevel, whole: boolean): ColumnShown {
  const first = whole ? level.children : level.children.slice(0, SHOWN);
  const open = level.children.find(({ id }) => id === level.chosen);
  const shown = open && !first.includes(open) ? [...first, open] : first;
  const rest = Math.max(0, level.total - shown.length);
  const waits = level.children.length === 0 && (level.waiting || level.error !== null);
  return {
    shown,
    rest,
    hidden: shown.length < level.children.length,
    ids: [
      ...shown.map(({ id }) => id),
      ...(rest > 0 ? [REST_ID] : []),
      ...(waits ? [PENDING_ID] : []),
    ],
  };
}

export const levelName = ({ name }: OpenLevel): string =>
  name ? `Abaixo de ${name}` : 'Primeiro nível';

export function nodePosition(layout: Layout, depth: number, id: number): CSSProperties {
  const placed = layout.nodes.find((node) => node.depth === depth && node.id === id);
  return { insetInlineStart: placed?.x ?? 0, top: placed?.y ?? 0, width: NODE.width };
}
