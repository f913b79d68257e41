import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';

export type Tone = 'ok' | 'test' | 'off' | 'bad' | 'warn';

interface StatusBadgeProps {
  tone: Tone;
  /**
   * True if the badge has a ring instead of a full dot. Default: only a badge for «off» has a ring.
   */
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
