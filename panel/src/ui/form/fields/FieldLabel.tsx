import type { ReactNode } from 'react';
import classes from './FieldLabel.module.css';

interface FieldLabelProps {
  /** Content at the right of the label. */
  aside?: ReactNode;
  children: ReactNode;
}

export function FieldLabel({ aside, children }: FieldLabelProps) {
  return (
    <span className={classes.root}>
      {children}
      {aside && <span className={classes.aside}>{aside}</span>}
    </span>
  );
}
