import { Group, Stack } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getRastreio } from '@ramal/contract/resellers/reseller-tree';
import { Link } from '@tanstack/react-router';
import { Initials } from '../../ui/Initials.tsx';
import classes from './TreePath.module.css';

export type TreeStep = ResponseOf<typeof getRastreio>['path'][number];

/** Path from the top to an account, drawn as a branch. Each step links to its row. */
export function TreePath({ path }: { path: readonly TreeStep[] }) {
  return (
    <Stack component="ol" gap={0} className={classes.root}>
      {path.map(({ id, username }, index) => (
        <Group
          key={id}
          component="li"
          gap="lg"
          wrap="nowrap"
          pos="relative"
          mih="var(--size-touch-field)"
          data-here={index === path.length - 1 || undefined}
        >
          <Initials name={username} size={28} />
          <Link to="/list-resellers" search={{ searchID: id }}>
            {username}
          </Link>
          <span className="num">ID {id}</span>
        </Group>
      ))}
    </Stack>
  );
}

/** Returns the path as one text line: `franquia › master › nortetv`. */
export function pathText(path: readonly TreeStep[]): string {
  return path.map(({ username }) => username).join(' › ');
}
