import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './NoticeRow.module.css';

interface NoticeRowProps {
  readonly title: string;
  /** Content at the right of the texts. */
  readonly aside: ReactNode;
  readonly align?: 'center' | 'start';
  readonly children: ReactNode;
}

/** Row of a list in a card of the notices screen. */
export const NoticeRow = ({ title, aside, align = 'center', children }: NoticeRowProps) => (
  <Group
    component="li"
    gap="lg"
    align={align}
    justify="space-between"
    wrap="nowrap"
    py="md"
    className={classes.root!}
  >
    <Stack component="p" gap={0} miw={0} c="var(--ink-2)" fz="note">
      <Text component="b" inherit c="var(--ink)" fz="control" fw={500}>
        {title}
      </Text>
      {children}
    </Stack>
    {aside}
  </Group>
);
