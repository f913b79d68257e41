import { useMemo } from 'react';
import classes from './BranchArt.module.css';

interface Node {
  x: number;
  y: number;
  level: number;
  online: boolean;
}

interface Branch {
  from: Node;
  to: Node;
}

/**
 * Returns a generator for random numbers with a fixed seed, so that every visit shows the same
 * tree.
 */
function steady(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const columns = [90, 310, 530, 738, 900];
const children = [4, 3, 3, 2];
const top = 30;
const bottom = 800;

function growTree(): { nodes: Node[]; branches: Branch[] } {
  const random = steady(20261120);
  const nodes: Node[] = [];
  const branches: Branch[] = [];
  const grow = (parent: Node, from: number, to: number) => {
    const count = children[parent.level] ?? 0;
    for (let index = 0; index < count; index++) {
      const band = (to - from) / count;
      const start = from + band * index;
      const level = parent.level + 1;
      const sway = (random() - 0.5) * (level < 3 ? 60 : 72);
      const y = start + band / 2 + (random() - 0.5) * band * 0.3;
      const node: Node = {
        x: (columns[level] ?? 0) + sway,
        y,
        level,
        online: level >= 3 && random() < 0.22,
      };
      nodes.push(node);
      branches.push({ from: parent, to: node });
      grow(node, start, start + band);
    }
  };
  const root: Node = { x: columns[0] ?? 0, y: 442, level: 0, online: false };
  nodes.push(root);
  grow(root, top, bottom);
  return { nodes, branches };
}

const thick = [3.2, 2.2, 1.5, 1.1];
const faint = [0.95, 0.8, 0.5, 0.42];
const radius = [14, 9, 7.5, 5.5, 4.5];

function curve({ from, to }: Branch): string {
  const bend = (to.x - from.x) * 0.5;
  return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}C${(from.x + bend).toFixed(1)} ${from.y.toFixed(1)} ${(to.x - bend).toFixed(1)} ${to.y.toFixed(1)} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
}

interface BranchArtProps {
  title: string;
  text: string;
}

/**
 * Picture of the sign-in. It shows a branch as a tree of nodes, and marks some nodes as watching.
 * Hidden below 800 px.
 */
export function BranchArt({ title, text }: BranchArtProps) {
  const { nodes, branches } = useMemo(() => growTree(), []);
  return (
    <aside className={classes.root} aria-label={title}>
      <svg
        viewBox="0 0 1080 1140"
        preserveAspectRatio="xMinYMin slice"
        aria-hidden="true"
        focusable="false"
      >
        <g fill="none" stroke="#aab2ff">
          {branches.map((branch, index) => (
            <path
              key={index}
              d={curve(branch)}
              stroke={branch.from.level === 0 ? '#e4e7ff' : undefined}
              strokeWidth={thick[branch.from.level]}
              strokeOpacity={faint[branch.from.level]}
            />
          ))}
        </g>
        {nodes.map((node, index) => (
          <g key={index}>
            {node.level === 0 && (
              <circle cx={node.x} cy={node.y} r="26" fill="#fff" fillOpacity="0.2" />
            )}
            {node.online && (
              <circle cx={node.x} cy={node.y} r="13" fill="#6ee7a8" fillOpacity="0.22" />
            )}
            <circle
              cx={node.x}
              cy={node.y}
              r={radius[node.level]}
              fill={node.online ? '#6ee7a8' : node.level < 3 ? '#fff' : '#aab2ff'}
            />
          </g>
        ))}
      </svg>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p>{text}</p>
      </div>
    </aside>
  );
}
