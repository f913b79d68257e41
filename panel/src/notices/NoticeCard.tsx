import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';

interface NoticeCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** At the right of the title. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** Card for one topic of the notices screen. */
export const NoticeCard = ({ title, text, aside, children }: NoticeCardProps) => (
  <Panel gap="xl" p="2xl" label={title}>
    <Group component="header" gap="lg" align="start" justify="space-between">
      <Box flex="1 1 calc(7 * var(--space-5xl))">
        <Text component="h2" inherit fz="lead">
          {title}
        </Text>
        {text && (
          <Text mt="3xs" c="var(--ink-2)" fz="note">
            {text}
          </Text>
        )}
      </Box>
      {aside}
    </Group>
    {children}
  </Panel>
);
