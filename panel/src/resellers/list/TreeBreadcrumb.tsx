import { Group, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { IconChevronRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import classes from './TreeBreadcrumb.module.css';

interface TreeBreadcrumbProps {
  path: ResponseOf<typeof getTreeLevel>['path'];
  /** Id of the signed-in account. Its step opens the list of the top level. */
  self: number | undefined;
  onGo: (id: number | undefined) => void;
}

/**
 * Breadcrumb of the tree. Shown when the list contains the children of an account. Each step opens
 * the list of its level.
 */
export function TreeBreadcrumb({ path, self, onGo }: TreeBreadcrumbProps) {
  const steps = path.filter(({ id }) => id !== self);
  return (
    <Group
      component="nav"
      gap="var(--space-3xs) var(--space-xs)"
      mt="calc(-1 * var(--space-sm))"
      mb="lg"
      c="var(--ink-3)"
      fz="control"
      className={classes.root}
      aria-label="Lugar na árvore"
    >
      <button type="button" onClick={() => onGo(undefined)}>
        Todas
      </button>
      {steps.map(({ id, username }, index) => (
        <Fragment key={id}>
          <IconChevronRight size={15} stroke={1.75} aria-hidden />
          {index === steps.length - 1 ? (
            <Text component="b" inherit c="var(--ink)" fw={500} aria-current="page">
              {username}
            </Text>
          ) : (
            <button type="button" onClick={() => onGo(id)}>
              {username}
            </button>
          )}
        </Fragment>
      ))}
    </Group>
  );
}
