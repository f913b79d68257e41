import type { ReactNode } from 'react';
import classes from './CardGrid.module.css';

/** Cards in two columns where there is room; each column is one child. */
export const CardGrid = ({ children }: { children: ReactNode }) => (
  <div className={classes.root}>{children}</div>
);
