import type { ReactNode } from 'react';
import { Panel } from './layout/Panel.tsx';
import classes from './FigureGrid.module.css';

/** Figures next to each other in one card; two in a row on the phone. */
export function FigureGrid({ children }: { children: ReactNode }) {
  return <Panel className={classes.root}>{children}</Panel>;
}
