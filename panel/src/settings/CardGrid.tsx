import type { ReactNode } from 'react';
import classes from './CardGrid.module.css';

/** Cards in two columns if the screen is wide enough. Each child is one column. */
export const CardGrid = ({ children }: { children: ReactNode }) => (
  <div className={classes.root}>{children}</div>
);
