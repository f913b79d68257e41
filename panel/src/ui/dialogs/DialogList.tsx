import type { ReactNode } from 'react';
import classes from './DialogList.module.css';

/** List in a dialog. It has its own scroll area, so that the column headers stay at its top. */
export function DialogList({ tall = false, children }: { tall?: boolean; children: ReactNode }) {
  return (
    <div className={classes.root} data-tall={tall || undefined}>
      {children}
    </div>
  );
}
