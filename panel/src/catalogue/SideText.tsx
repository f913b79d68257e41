import type { ReactNode } from 'react';
import classes from './SideText.module.css';

/** Text that is smaller and lighter than the text next to it. */
export const SideText = ({ children }: { children: ReactNode }) => (
  <span className={classes.root}>{children}</span>
);
