/** The tree as it is drawn: a column a level, branches as thick as their customers, the open path in the accent. */
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconDots, IconMinus, IconPlus } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import { Initials } from '../../ui/Initials.tsx';
import { activesInTree, isBlocked, type Reseller, waitsLong } from '../reseller.ts';
import { curve, layOut, type Layout, NODE, thickness } from './layout.ts';
import type { OpenLevel, OpenTree } from './levels.ts';
import { nodeNote, topName, topNote } from './node-texts.ts';

interface TreeCanvasProps {
  readonly tree: OpenTree;
  readonly chosen: number | undefined;
  readonly onChoose: (id: number | undefined) => void;
}

/** Shown of a level before «mais N». */
const SHOWN = 8;
const ZOOMS = [0.6, 0.75, 0.9, 1, 1.15] as const;
const PADDING = 24;
/** The root's place beside a long column. */
const ROOT_STANDS = 260;

export function TreeCanvas({ tree, chosen, onChoose }: TreeCanvasProps) {
  const [zoom, setZoom] = useState(3);
  const [whole, setWhole] = useState<ReadonlySet<number | undefined>>(new Set());
  const frame = useRef<HTMLDivElement>(null);
  const columns = tree.levels.map((level) => columnOf(level, whole.has(level.under)));
  const layout = layOut(
    columns.map(({ ids }, depth) => ({ ids, chosen: tree.levels[depth]!.chosen })),
    ROOT_STANDS,
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
    if (hidden) setWhole((known) => new Set(known).add(level.under));
    else level.more();
  };
  return (
    <div className="tree-canvas">
      <div className="tree-ground" ref={frame} onKeyDown={onArrow}>
        <div style={size}>
          <div className="tree-drawing" style={{ scale: String(scale), margin: PADDING * scale }}>
            <Branches tree={tree} layout={layout} columns={columns} />
            <TopNode tree={tree} layout={layout} chosen={chosen} onChoose={onChoose} />
            {tree.levels.map((level, depth) => (
              <ul key={level.under ?? 0} className="tree-level" aria-label={levelName(level)}>
                {columns[depth]!.shown.map((one) => (
                  <li key={one.id} style={placeOf(layout, depth, one.id)}>
                    <Node
                      reseller={one}
                      open={level.chosen === one.id}
                      here={chosen === one.id}
                      onChoose={() => onChoose(one.id)}
                    />
                  </li>
                ))}
                {columns[depth]!.rest > 0 && (
                  <li style={placeOf(layout, depth, -1)}>
                    <button
                      type="button"
                      className="tree-node"
                      data-more
                      onClick={() => showMore(level, columns[depth]!.hidden)}
                    >
                      <span className="tree-node-dots" aria-hidden>
                        <IconDots size={18} stroke={1.75} />
                      </span>
                      <span className="tree-node-text">
                        <b>mais {formatCount(columns[depth]!.rest)}</b>
                        <span>revendas diretas</span>
                      </span>
                    </button>
                  </li>
                )}
                {level.waiting && level.children.length === 0 && (
                  <li style={placeOf(layout, depth, -2)}>
                    <Skeleton width={NODE.width} height={NODE.height} radius={12} />
                  </li>
                )}
                {level.error && level.children.length === 0 && (
                  <li style={placeOf(layout, depth, -2)}>
                    <div className="tree-node" data-failed role="alert">
                      <span className="tree-node-text">
                        <span>{level.error.message}</span>
                        <Button size="xs" variant="link" onClick={level.retry}>
                          Tentar de novo
                        </Button>
                      </span>
                    </div>
                  </li>
                )}
              </ul>
            ))}
          </div>
        </div>
      </div>
      <p className="tree-legend">A espessura do galho mostra os clientes ativos</p>
      <div className="tree-zoom" role="group" aria-label="Zoom">
        <ActionIcon
          aria-label="Diminuir"
          disabled={zoom === 0}
          onClick={() => setZoom((now) => now - 1)}
        >
          <IconMinus size={17} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          aria-label="Aumentar"
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom((now) => now + 1)}
        >
          <IconPlus size={17} stroke={1.75} />
        </ActionIcon>
      </div>
    </div>
  );
}

interface ColumnShown {
  readonly shown: readonly Reseller[];
  /** Those that are not on screen, fetched or not. */
  readonly rest: number;
  /** Some of them are fetched already. */
  readonly hidden: boolean;
  readonly ids: readonly number[];
}

/** The open one is always among the shown, wherever it stands. */
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
    ids: [...shown.map(({ id }) => id), ...(rest > 0 ? [-1] : []), ...(waits ? [-2] : [])],
  };
}

const levelName = ({ name }: OpenLevel): string => (name ? `Abaixo de ${name}` : 'Primeiro nível');

function placeOf(layout: Layout, depth: number, id: number): CSSProperties {
  const place = layout.nodes.find((node) => node.depth === depth && node.id === id);
  return { insetInlineStart: place?.x ?? 0, top: place?.y ?? 0, width: NODE.width };
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
  const most = Math.max(0, ...columns.flatMap(({ shown }) => shown.map(activesInTree)));
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
      path: curve(from, node),
      width: thickness(reseller ? activesInTree(reseller) : 0, most),
      lit: level.chosen === node.id || (level.chosen === undefined && node.depth > 0),
    };
  });
  return (
    <svg className="tree-branches" width={layout.width} height={layout.height} aria-hidden>
      {[...drawn]
        .toSorted((a, b) => Number(a.lit) - Number(b.lit))
        .map(({ key, path, width, lit }) => (
          <path key={key} d={path} strokeWidth={width} data-lit={lit || undefined} />
        ))}
    </svg>
  );
}

function TopNode({ tree, layout, chosen, onChoose }: TreeCanvasProps & { layout: Layout }) {
  const { top } = tree;
  if (top === undefined) {
    return (
      <div style={{ position: 'absolute', insetInlineStart: 0, top: layout.root.y }}>
        <Skeleton width={NODE.width} height={NODE.height} radius={12} />
      </div>
    );
  }
  return (
    <button
      type="button"
      className="tree-node"
      data-top
      data-depth={-1}
      style={{ insetInlineStart: 0, top: layout.root.y, width: NODE.width, position: 'absolute' }}
      aria-current={chosen === undefined || chosen === top?.id || undefined}
      onClick={() => onChoose(undefined)}
    >
      <Initials name={topName(top)} size={34} />
      <span className="tree-node-text">
        <b>{topName(top)}</b>
        <span>{topNote(tree)}</span>
      </span>
    </button>
  );
}

interface NodeProps {
  readonly reseller: Reseller;
  readonly open: boolean;
  readonly here: boolean;
  readonly onChoose: () => void;
}

function Node({ reseller, open, here, onChoose }: NodeProps) {
  const bad = isBlocked(reseller) || waitsLong(reseller);
  const below = reseller.direct_resellers;
  return (
    <button
      type="button"
      className="tree-node"
      data-bad={bad || undefined}
      data-open={open || undefined}
      aria-current={here || undefined}
      aria-expanded={below > 0 ? open : undefined}
      onClick={onChoose}
    >
      <Initials name={reseller.username} size={34} tone={bad ? 'bad' : 'accent'} />
      <span className="tree-node-text">
        <b>{reseller.username}</b>
        <span>{nodeNote(reseller)}</span>
      </span>
      {below > 0 && (
        <span className="tree-node-below num" title={`${formatCount(below)} revendas diretas`}>
          {formatCount(below)}
        </span>
      )}
    </button>
  );
}

/** Up and down within a level, left and right between them. */
function onArrow(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
    event.key
  ];
  const node = (event.target as HTMLElement).closest<HTMLElement>('.tree-node');
  if (!step || !node) return;
  event.preventDefault();
  const levels = [
    [...event.currentTarget.querySelectorAll<HTMLElement>('.tree-node[data-top]')],
    ...[...event.currentTarget.querySelectorAll('.tree-level')].map((level) => [
      ...level.querySelectorAll<HTMLElement>('button.tree-node'),
    ]),
  ];
  const depth = levels.findIndex((level) => level.includes(node));
  const next = levels[depth + step[0]!];
  if (!next) return;
  const open = next.find((one) => one.dataset.open !== undefined) ?? next[0];
  (step[0] === 0 ? next[next.indexOf(node) + step[1]!] : open)?.focus();
}
