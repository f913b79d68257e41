import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SectionHead.module.css';

export function SectionHead({ title, aside }: { title: ReactNode; aside?: ReactNode }) {
  return (
    <Group
      gap="lg"
      align="baseline"
      justify="space-between"
      wrap="nowrap"
      mb="sm"
      className={classes.root}
    >
      <SectionTitle>{title}</SectionTitle>
      {typeof aside === 'string' ? (
        <Text span inherit c="var(--ink-3)" fz="note">
          {aside}
        </Text>
      ) : (
        aside
      )}
    </Group>
  );
}

export function SectionTitle({ children }: { children: ReactNode }) {
  return <h2 className={classes.title}>{children}</h2>;
}
