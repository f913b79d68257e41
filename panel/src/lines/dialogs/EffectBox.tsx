import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EffectBox.module.css';

interface EffectBoxProps {
  dates: ReactNode;
  /** Text with the cost and the balance, or with the number of missing credits. */
  sentence: ReactNode;
  /** True if the balance is not sufficient. */
  short: boolean;
  /** Paying account, if the line belongs to another reseller. */
  payer?: ReactNode;
}

/** Shows the effect of a payment before it is made. */
export function EffectBox({ dates, sentence, short, payer }: EffectBoxProps) {
  return (
    <Stack gap="sm" p="xl" bd="1px solid var(--line)" bdrs="var(--radius-card)" bg="var(--canvas)">
      <Group
        component="p"
        gap="var(--space-2xs) var(--space-md)"
        fz="field"
        className={classes.dates}
      >
        {dates}
      </Group>
      <p className={classes.sentence} data-short={short || undefined} aria-live="polite">
        {sentence}
      </p>
      {payer && (
        <Text c="var(--warn)" fz="control">
          {payer}
        </Text>
      )}
    </Stack>
  );
}
