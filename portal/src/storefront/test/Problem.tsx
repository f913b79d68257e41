import type { ReactNode } from 'react';
import classes from './Problem.module.css';

/** Box with the reason why an act failed; nothing without a reason. */
export const Problem = ({ children }: { children: ReactNode }) =>
  children ? (
    <p className={classes.root} role="alert">
      {children}
    </p>
  ) : null;
