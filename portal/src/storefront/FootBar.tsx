import type { ReactNode } from 'react';
import classes from './FootBar.module.css';

/** Bar at the foot of a page, in reach of the thumb. */
export const FootBar = ({ children }: { children: ReactNode }) => (
  <footer className={classes.root}>
    <div className={classes.inside}>{children}</div>
  </footer>
);
