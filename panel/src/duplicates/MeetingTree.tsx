/** The tree of the panels of one address: the accounts above each of them, and where they meet. */
import { Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconGitMerge, IconLogin2 } from '@tabler/icons-react';
import { Initials } from '../ui/Initials.tsx';
import { TreeRails } from '../ui/layout/TreeRails.tsx';
import { type Node, meetingTree } from './meeting-tree.ts';
import classes from './MeetingTree.module.css';

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
