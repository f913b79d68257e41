/**
 * Draws the tree of accounts that signed in from the same address: their ancestors, and the account
 * where the branches meet.
 */
import { Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconGitMerge, IconLogin2 } from '@tabler/icons-react';
import { Initials } from '../ui/Initials.tsx';
import { TreeRails } from '../ui/layout/TreeRails.tsx';
import classes from './MeetingTree.module.css';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { searchTree } from '@ramal/contract/resellers/reseller-tree';

interface MeetingTreeProps {
  readonly trees: Parameters<typeof meetingTree>[0];
  readonly commonId: number | undefined;
}

export function MeetingTree({ trees, commonId }: MeetingTreeProps) {
  const nodes = meetingTree(trees);
  const names = new Map(nodes.map(({ id, username }) => [id, username]));
  return (
    <ol className={classes.root}>
      {nodes.map((node) => (
        <MeetingNode
          key={node.id}
          node={node}
          isCommon={node.id === commonId}
          above={node.ownerId === null ? undefined : names.get(node.ownerId)}
        />
      ))}
    </ol>
  );
}

interface MeetingNodeProps {
  readonly node: Node;
  readonly isCommon: boolean;
  readonly above: string | undefined;
}

function MeetingNode({ node, isCommon, above }: MeetingNodeProps) {
  const { id, username, rails, last, depth, isCompared } = node;
  return (
    <Group
      component="li"
      gap={0}
      wrap="nowrap"
      mih="var(--size-touch-field)"
      data-asked={isCompared || undefined}
      data-common={isCommon || undefined}
    >
      <TreeRails rails={rails} last={depth > 0 ? last : undefined} wide />
      <Initials name={username} size={28} />
      <Stack
        component="span"
        gap={0}
        miw={0}
        ms="md"
        lh="var(--leading-caption)"
        className={classes.account}
      >
        <Link to="/list-resellers" search={{ searchID: id }}>
          {username}
        </Link>
        <span className="num">ID {id}</span>
      </Stack>
      {above && <span className="visually-hidden">, abaixo de {above}</span>}
      <span className={classes.marks}>
        {isCommon && (
          <span className={classes.mark} data-tone="accent">
            <IconGitMerge size={14} stroke={1.75} aria-hidden /> em comum
          </span>
        )}
        {isCompared && (
          <span className={classes.mark}>
            <IconLogin2 size={14} stroke={1.75} aria-hidden /> entrou hoje
          </span>
        )}
      </span>
    </Group>
  );
}

/** Chains of owners, one for each account. The chains are merged into one tree for drawing. */
type Trees = ResponseOf<typeof searchTree>['trees'];
type Step = Trees[number]['path'][number];

interface Node extends Step {
  /** Number of levels below the top. */
  readonly depth: number;
  /**
   * Contains a value for each level above. The value is true if the vertical line of that level
   * continues downwards, because more accounts follow.
   */
  readonly rails: readonly boolean[];
  /** True if the account is the last child of its owner. */
  readonly last: boolean;
  /** True if the account is one of the tracked accounts. */
  readonly isCompared: boolean;
}

interface Branch {
  readonly step: Step;
  readonly below: Map<number, Branch>;
}

/**
 * Merges the chains into one tree. Returns the accounts from the top, each once, followed by its
 * descendants.
 */
function meetingTree(trees: Trees): Node[] {
  const tops = new Map<number, Branch>();
  for (const { path } of trees) {
    let level = tops;
    for (const step of path) {
      const branch: Branch = level.get(step.id) ?? { step, below: new Map() };
      level.set(step.id, branch);
      level = branch.below;
    }
  }
  const comparedIds = new Set(trees.map(({ id }) => id));
  return flatten(tops, [], 0, comparedIds);
}

function flatten(
  level: ReadonlyMap<number, Branch>,
  rails: readonly boolean[],
  depth: number,
  comparedIds: ReadonlySet<number>,
): Node[] {
  const branches = [...level.values()];
  return branches.flatMap(({ step, below }, at) => {
    const last = at === branches.length - 1;
    const node: Node = { ...step, depth, rails, last, isCompared: comparedIds.has(step.id) };
    // The tree draws no vertical line for accounts at the top level.
    const passing = depth === 0 ? [] : [...rails, !last];
    return [node, ...flatten(below, passing, depth + 1, comparedIds)];
  });
}
