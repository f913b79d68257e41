import type { ReactNode } from 'react';
import classes from './DialogList.module.css';

/** A list in a dialog. It scrolls by itself, so the column headers stick to its own top. */
export function DialogList({ tall = false, children }: { tall?: boolean; children: ReactNode }) {
  return (
    <div className={classes.root} data-tall={tall || undefined}>
      {children}
    </div>
  );
}
