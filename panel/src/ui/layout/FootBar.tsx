import type { ReactNode } from 'react';
import classes from './FootBar.module.css';

/**
 * Buttons of a screen at the bottom of narrow screens. On the phone they replace the shell's bottom
 * bar.
 */
export const FootBar = ({ children }: { children: ReactNode }) => (
  <div className={classes.root} data-bottom-bar>
    {children}
  </div>
);
