import type { ReactNode } from 'react';
import classes from './DialogHint.module.css';

/** A gentler way, said beside the acts of a dialog. */
export function DialogHint({ children }: { children: ReactNode }) {
  return <p className={classes.root}>{children}</p>;
}
