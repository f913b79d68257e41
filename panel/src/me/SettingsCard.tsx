import { Box, Button, type ButtonProps, Group, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './SettingsCard.module.css';

export interface SettingsCardProps {
  icon: Icon;
  title: string;
  /** State in words: «Ligado», «2 chaves». */
  state?: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

/** Card for one topic of the user's own account. */
export function SettingsCard({ icon: CardIcon, title, state, note, children }: SettingsCardProps) {
  return (
    <Panel gap="xl" p="var(--inset)">
      <Group component="header" gap="md">
        <CardIcon size={20} stroke={1.75} color="var(--ink-3)" aria-hidden />
        <Box component="h2" flex={1} fz="phone" lts="var(--tracking-body)">
          {title}
        </Box>
        {state}
      </Group>
      {note && <SettingsNote>{note}</SettingsNote>}
      {children}
    </Panel>
  );
}

export const SettingsNote = ({ warn, children }: { warn?: boolean; children: ReactNode }) => (
  <Text
    c={warn ? 'var(--warn)' : 'var(--ink-2)'}
    fz="control"
    textWrap="pretty"
    className={classes.note}
  >
    {children}
  </Text>
);

/** Main action of the card; as wide as the card on a phone. */
export const SettingsButton = (props: ButtonProps & ComponentProps<'button'>) => (
  <Button size="md" className={classes.main} {...props} />
);
