import type { ReactNode } from 'react';
import classes from './PhoneButtons.module.css';

/** Buttons of a header in one row, all alike in width. */
export const PhoneButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.root}>{children}</div>
);
