import type { ReactNode } from 'react';
import classes from './FootBar.module.css';

/** The acts of a screen at the foot of narrow screens; on the phone in the place of the shell's bottom bar. */
export const FootBar = ({ children }: { children: ReactNode }) => (
  <div className={classes.root} data-bottom-bar>
    {children}
  </div>
);
