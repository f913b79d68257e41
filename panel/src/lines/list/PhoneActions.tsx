import type { ReactNode } from 'react';
import classes from './PhoneActions.module.css';

/** Under the phone's bar: whose lines are listed, then what can be done with all of them. */
export const PhoneActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.root}>{children}</div>
);
