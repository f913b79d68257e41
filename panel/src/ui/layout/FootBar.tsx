import type { ReactNode } from 'react';
import classes from './FootBar.module.css';

/**
 * Bar with the buttons of a screen, at the bottom of narrow screens. On the phone it replaces the
 * shell's bottom bar.
 */
export const FootBar = ({ children }: { children: ReactNode }) => (
  <div className={classes.root} data-bottom-bar>
    {children}
  </div>
);
