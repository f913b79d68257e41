import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './HealthMark.module.css';

export type HealthLook = 'ok' | 'bad' | 'warn' | 'open' | 'busy';

export interface HealthMarkProps {
  readonly look: HealthLook;
  readonly label: string;
  /** Small text next to the mark, such as a response time. */
  readonly note?: ReactNode;
  /** Reason of the state, shown as a tooltip. */
  readonly title?: string | undefined;
}

/**
 * Mark for the health of a monitored object. Each state has its own shape in addition to its
 * colour.
 */
export function HealthMark({ look, label, note, title }: HealthMarkProps) {
  return (
    <span className={classes.root} data-look={look} title={title}>
      <span className={classes.shape} aria-hidden />
      {label}
      {note && (
        <Text span inherit fz="caption" fw={400} className={classes.small}>
          {note}
        </Text>
      )}
    </span>
  );
}
