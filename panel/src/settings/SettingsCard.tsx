import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';

export interface SettingsCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** At the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Card for a named setting or publication. */
export const SettingsCard = ({ title, text, aside, children }: SettingsCardProps) => (
  <Panel miw={0} p={0} label={title}>
    <Group
      component="header"
      gap="lg"
      align="flex-start"
      justify="space-between"
      wrap="nowrap"
      pt="2xl"
      px="var(--inset)"
    >
      <div>
        <Text component="h2" inherit fz="var(--reading-heading)" lh={1.45}>
          {title}
        </Text>
        {text && (
          <Text maw="62ch" c="var(--ink-2)" fz="var(--reading-note)" lh={1.4}>
            {text}
          </Text>
        )}
      </div>
      {aside}
    </Group>
    {children}
  </Panel>
);
