import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from './Panel.tsx';

interface TitledCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Content at the right of the title. */
  readonly aside?: ReactNode;
  readonly padded?: boolean;
  readonly children?: ReactNode;
}

const inCard = { gap: 'xl', p: '2xl' } as const;
const toEdges = { miw: 0, p: 0 } as const;
const headToEdges = { wrap: 'nowrap', pt: '2xl', px: 'var(--inset)' } as const;

export const TitledCard = ({ title, text, aside, padded = false, children }: TitledCardProps) => (
  <Panel {...(padded ? inCard : toEdges)} label={title}>
    <Group
      component="header"
      gap="lg"
      align="flex-start"
      justify="space-between"
      {...(padded ? {} : headToEdges)}
    >
      <Box {...(padded ? { flex: '1 1 calc(7 * var(--space-5xl))' } : {})}>
        <Text component="h2" inherit fz={padded ? 'lead' : 'var(--reading-heading)'} lh={1.45}>
          {title}
        </Text>
        {text && (
          <Text maw="62ch" c="var(--ink-2)" fz={padded ? 'note' : 'var(--reading-note)'} lh={1.4}>
            {text}
          </Text>
        )}
      </Box>
      {aside}
    </Group>
    {children}
  </Panel>
);
