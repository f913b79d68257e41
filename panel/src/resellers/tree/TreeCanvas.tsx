/**
 * Draws the tree with one column per level. A branch with more customers is thicker, and the open
 * path has the accent colour.
 */
import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { edgePath, computeLayout, type Layout, edgeThickness, NODE } from './layout.ts';
import type { OpenLevel, OpenTree } from './levels.ts';
import { AccountNode, MoreNode, PendingNode, TopNode } from './TreeNodes.tsx';
import classes from './TreeCanvas.module.css';
import type { Reseller } from '../reseller.ts';

interface TreeCanvasProps {
  readonly tree: OpenTree;
  readonly chosen: number | undefined;
  readonly onChoose: (id: number | undefined) => void;
}

const ZOOMS = [0.6, 0.75, 0.9, 1, 1.15] as const;
const PADDING = 24;
/** Maximum vertical position of the root, in px. */
const ROOT_Y = 260;

export function TreeCanvas({ tree, chosen, onChoose }: TreeCanvasProps) {
  const [zoom, setZoom] = useState(3);
  const [whole, setWhole] = useState<ReadonlySet<number | undefined>>(new Set());
  const frame = useRef<HTMLDivElement>(null);
  const columns = tree.levels.map((level) => columnOf(level, whole.has(level.under)));
  const layout = computeLayout(
    columns.map(({ ids }, depth) => ({ ids, chosen: tree.levels[depth]!.chosen })),
    ROOT_Y,
  );
  useEffect(() => {
    if (frame.current) frame.current.scrollLeft = layout.width;
  }, [layout.width]);
  const scale = ZOOMS[zoom]!;
  const size: CSSProperties = {
    width: (layout.width + 2 * PADDING) * scale,
    height: (layout.height + 2 * PADDING) * scale,
  };
  const showMore = (level: OpenLevel, hidden: boolean) => {
    if (hidden) setWhole((parents) => new Set(parents).add(level.under));
    else level.more();
  };
  return (
    <div className={classes.root}>
      <div className={classes.ground} ref={frame} onKeyDown={focusOnArrow}>
        <div style={size}>
          <div
            className={classes.drawing}
            style={{ scale: String(scale), margin: PADDING * scale }}
          >
            <Branches tree={tree} layout={layout} columns={columns} />
            <TopNode
              tree={tree}
              y={layout.root.y}
              isCurrent={chosen === undefined || chosen === tree.top?.id}
              onChoose={() => onChoose(undefined)}
            />
            {tree.levels.map((level, depth) => (
              <LevelNodes
                key={level.under ?? 0}
                level={level}
                column={columns[depth]!}
                place={(id) => nodePosition(layout, depth, id)}
                chosen={chosen}
                onChoose={onChoose}
                onMore={showMore}
              />
            ))}
          </div>
        </div>
      </div>
      <p className={classes.legend}>A espessura do galho mostra os clientes ativos</p>
      <Zoom zoom={zoom} onZoom={setZoom} />
    </div>
  );
}

interface LevelNodesProps {
  readonly level: OpenLevel;
  readonly column: ColumnShown;
  readonly place: (id: number) => CSSProperties;
  readonly chosen: number | undefined;
  readonly onChoose: (id: number) => void;
  readonly onMore: (level: OpenLevel, hidden: boolean) => void;
}

function LevelNodes({ level, column, place, chosen, onChoose, onMore }: LevelNodesProps) {
  const isPending = level.children.length === 0 && (level.waiting || level.error !== null);
  return (
    <ul className={classes.level} data-tree-level aria-label={levelName(level)}>
      {column.shown.map((child) => (
        <li key={child.id} style={place(child.id)}>
          <AccountNode
            reseller={child}
            isOpen={level.chosen === child.id}
            isCurrent={chosen === child.id}
            onChoose={() => onChoose(child.id)}
          />
        </li>
      ))}
      {column.rest > 0 && (
        <li style={place(REST_ID)}>
          <MoreNode count={column.rest} onClick={() => onMore(level, column.hidden)} />
        </li>
      )}
      {isPending && (
        <li style={place(PENDING_ID)}>
          <PendingNode level={level} />
        </li>
      )}
    </ul>
  );
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <div className={classes.zoom} role="group" aria-label="Zoom">
      <ActionIcon aria-label="Diminuir" disabled={zoom === 0} onClick={() => onZoom(zoom - 1)}>
        <IconMinus size={17} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        aria-label="Aumentar"
        disabled={zoom === ZOOMS.length - 1}
        onClick={() => onZoom(zoom + 1)}
      >
        <IconPlus size={17} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}

function Branches({
  tree,
  layout,
  columns,
}: {
  tree: OpenTree;
  layout: Layout;
  columns: readonly ColumnShown[];
}) {
  const most = Math.max(
    0,
    ...columns.flatMap(({ shown }) => shown.map(({ treeActives: actives }) => actives)),
  );
  const drawn = layout.nodes.flatMap((node) => {
    const level = tree.levels[node.depth]!;
    const from =
      node.depth === 0
        ? layout.root
        : layout.nodes.find(({ depth, id }) => depth === node.depth - 1 && id === level.under);
    if (!from) return [];
    const reseller = columns[node.depth]!.shown.find(({ id }) => id === node.id);
    return {
      key: `${node.depth} ${node.id}`,
      path: edgePath(from, node),
      width: edgeThickness(reseller ? reseller.treeActives : 0, most),
      lit: level.chosen === node.id || (level.chosen === undefined && node.depth > 0),
    };
  });
  return (
    <svg className={classes.branches} width={layout.width} height={layout.height} aria-hidden>
      {[...drawn]
        .toSorted((a, b) => Number(a.lit) - Number(b.lit))
        .map(({ key, path, width, lit }) => (
          <path key={key} d={path} strokeWidth={width} data-lit={lit || undefined} />
        ))}
    </svg>
  );
}

/** Moves the focus: up and down within a level, left and right between levels. */
function focusOnArrow(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
    event.key
  ];
  const node = (event.target as HTMLElement).closest<HTMLElement>('[data-tree-node]');
  if (!step || !node) return;
  event.preventDefault();
  const levels = [
    [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tree-node][data-top]')],
    ...[...event.currentTarget.querySelectorAll('[data-tree-level]')].map((level) => [
      ...level.querySelectorAll<HTMLElement>('[data-tree-node]'),
    ]),
  ];
  const depth = levels.findIndex((level) => level.includes(node));
  const next = levels[depth + step[0]!];
  if (!next) return;
  const open = next.find((candidate) => candidate.dataset.open !== undefined) ?? next[0];
  (step[0] === 0 ? next[next.indexOf(node) + step[1]!] : open)?.focus();
}

/** Number of accounts that a level shows before the button «mais N». */
const SHOWN = 8;

/**
 * Ids of placeholder nodes, which are negative. The first represents the hidden accounts of a
 * level, and the second a level that is loading.
 */
const REST_ID = -1;
const PENDING_ID = -2;

interface ColumnShown {
  readonly shown: readonly Reseller[];
  /** Number of accounts that are not shown, loaded or not. */
  readonly rest: number;
  /** True if some of the accounts that are not shown are already loaded. */
  readonly hidden: boolean;
  readonly ids: readonly number[];
}

/** Returns the shown accounts of a level. The open account is always included. */
function columnOf(level: OpenLevel, whole: boolean): ColumnShown {
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

const levelName = ({ name }: OpenLevel): string => (name ? `Abaixo de ${name}` : 'Primeiro nível');

function nodePosition(layout: Layout, depth: number, id: number): CSSProperties {
  const placed = layout.nodes.find((node) => node.depth === depth && node.id === id);
  return { insetInlineStart: placed?.x ?? 0, top: placed?.y ?? 0, width: NODE.width };
}
