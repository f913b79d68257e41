import type { ReactNode } from 'react';
import classes from './HealthMark.module.css';

export type HealthLook = 'ok' | 'bad' | 'warn' | 'open' | 'busy';

export interface HealthMarkProps {
  readonly look: HealthLook;
  readonly label: string;
  /** The small figure beside it: since when, how fast, where. */
  readonly note?: ReactNode;
  /** Why, under the pointer. */
  readonly title?: string | undefined;
}

/** How something is that is probed: a shape of its own for each look, never colour alone. */
export function HealthMark({ look, label, note, title }: HealthMarkProps) {
  return (
    <span className={classes.root} data-look={look} title={title}>
      <span className={classes.shape} aria-hidden />
      {label}
      {note && <span className={classes.small}>{note}</span>}
    </span>
  );
}
