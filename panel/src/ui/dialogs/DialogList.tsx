import type { ReactNode } from 'react';
import classes from './DialogList.module.css';

/**
 * List in a dialog with its own scroll area. The column headers stay visible while the rows scroll.
 */
export function DialogList({ tall = false, children }: { tall?: boolean; children: ReactNode }) {
  return (
    <div className={classes.root} data-tall={tall || undefined}>
      {children}
    </div>
  );
}
