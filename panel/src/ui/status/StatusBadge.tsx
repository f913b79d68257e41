import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';

export type Tone = 'ok' | 'test' | 'off' | 'bad' | 'warn';

export interface StatusBadgeProps {
  tone: Tone;
  /** A ring instead of the full dot; what is off has one by itself. */
  ring?: boolean;
  children: ReactNode;
}

export function StatusBadge({ tone, ring = tone === 'off', children }: StatusBadgeProps) {
  return (
    <span className={classes.root} data-tone={tone}>
      <span className={classes.dot} data-ring={ring || undefined} />
      {children}
    </span>
  );
}
