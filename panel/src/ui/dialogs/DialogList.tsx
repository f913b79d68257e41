import type { ReactNode } from 'react';
import classes from './DialogList.module.css';

/** A list in a dialog, which scrolls in the page's place: heads of columns stick to its own top. */
export function DialogList({ tall = false, children }: { tall?: boolean; children: ReactNode }) {
  return (
    <div className={classes.root} data-tall={tall || undefined}>
      {children}
    </div>
  );
}
