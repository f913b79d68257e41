import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './PaymentCard.module.css';

interface PaymentCardProps {
  title: string;
  /** Content at the right of the title: «API Orders». */
  aside?: ReactNode;
  note?: ReactNode;
  /** True if a phone shows this card first. */
  first?: boolean;
  children: ReactNode;
}

/** Card for one setting of the recharge screen. */
export function PaymentCard({ title, aside, note, first, children }: PaymentCardProps) {
  return (
    <Stack gap={0} className={classes.root} data-first={first || undefined}>
      <Panel className={classes.card} label={title}>
        <Group component="header" gap="md" align="baseline" justify="space-between" wrap="nowrap">
          <Text component="h2" inherit fz="phone" fw={600} lts="var(--tracking-body)">
            {title}
          </Text>
          {aside && (
            <Text span inherit c="var(--ink-3)" fz="note">
              {aside}
            </Text>
          )}
        </Group>
        {note && (
          <Text textWrap="pretty" c="dimmed" fz="control" lh="var(--leading-body)">
            {note}
          </Text>
        )}
        {children}
      </Panel>
    </Stack>
  );
}
