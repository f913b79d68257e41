import type { ReactNode } from 'react';
import classes from './DialogHint.module.css';

/** A hint beside the buttons of a dialog: a gentler way to the same end. */
export function DialogHint({ children }: { children: ReactNode }) {
  return <p className={classes.root}>{children}</p>;
}
