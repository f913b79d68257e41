/**
 * Nodes of the drawn tree: the top account, an account, and the button that shows hidden accounts.
 */
import { Button, Center, Skeleton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';
import { Initials } from '../../ui/Initials.tsx';
import { isBlocked, type Reseller, isTopupOld } from '../reseller.ts';
import { NODE } from './layout.ts';
import type { OpenLevel, OpenTree } from './levels.ts';
import { BelowCount, NodeText } from './NodeText.tsx';
import { nodeNote, topName, topNote } from './node-texts.ts';
import classes from './TreeNodes.module.css';

interface TopNodeProps {
  readonly tree: OpenTree;
  readonly y: number;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

export function TopNode({ tree, y, isCurrent, onChoose }: TopNodeProps) {
  const { top } = tree;
  if (top === undefined) {
    return (
      <div style={{ position: 'absolute', insetInlineStart: 0, top: y }}>
        <Skeleton width={NODE.width} height={NODE.height} radius={12} />
      </div>
    );
  }
  return (
    <button
      type="button"
      className={classes.node}
      data-tree-node
      data-top
      style={{ insetInlineStart: 0, top: y, width: NODE.width, position: 'absolute' }}
      aria-current={isCurrent || undefined}
      onClick={onChoose}
    >
      <Initials name={topName(top)} size={34} />
      <NodeText tone="accent">
        <b>{topName(top)}</b>
        <span>{topNote(tree)}</span>
      </NodeText>
    </button>
  );
}

interface AccountNodeProps {
  readonly reseller: Reseller;
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

export function AccountNode({ reseller, isOpen, isCurrent, onChoose }: AccountNodeProps) {
  const bad = isBlocked(reseller) || isTopupOld(reseller);
  const below = reseller.directResellers;
  return (
    <button
      type="button"
      className={classes.node}
      data-tree-node
      data-bad={bad || undefined}
      data-open={isOpen || undefined}
      aria-current={isCurrent || undefined}
      aria-expanded={below > 0 ? isOpen : undefined}
      onClick={onChoose}
    >
      <Initials name={reseller.username} size={34} tone={bad ? 'bad' : 'accent'} />
      <NodeText {...(bad ? { tone: 'bad' } : {})}>
        <b>{reseller.username}</b>
        <span>{nodeNote(reseller)}</span>
      </NodeText>
      {below > 0 && <BelowCount count={below} />}
    </button>
  );
}

export function MoreNode({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <button type="button" className={classes.node} data-tree-node data-more onClick={onClick}>
      <Center
        component="span"
        flex="none"
        w="var(--size-control)"
        h="var(--size-control)"
        bdrs="var(--radius-field)"
        bg="var(--press)"
        c="var(--ink-2)"
        aria-hidden
      >
        <IconDots size={18} stroke={1.75} />
      </Center>
      <NodeText>
        <b>mais {formatCount(count)}</b>
        <span>revendas diretas</span>
      </NodeText>
    </button>
  );
}

/** Placeholder for children that are loading or failed to load. */
export function PendingNode({ level }: { level: OpenLevel }) {
  if (!level.error) return <Skeleton width={NODE.width} height={NODE.height} radius={12} />;
  return (
    <div className={classes.node} data-failed role="alert">
      <NodeText>
        <span>{level.error.message}</span>
        <Button size="xs" variant="link" onClick={level.retry}>
          Tentar de novo
        </Button>
      </NodeText>
    </div>
  );
}
