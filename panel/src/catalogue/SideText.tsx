import type { ReactNode } from 'react';
import classes from './SideText.module.css';

/** Smaller and lighter than what it stands beside. */
export const SideText = ({ children }: { children: ReactNode }) => (
  <span className={classes.root}>{children}</span>
);
