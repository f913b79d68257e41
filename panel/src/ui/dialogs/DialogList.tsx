import type { ReactNode } from 'react';
import classes from './DialogList.module.css';

/** A list in a dialog. The list has its own scroll area, so the column headers stick to its top. */
export function DialogList({ tall = false, children }: { tall?: boolean; children: ReactNode }) {
  return (
    <div className={classes.root} data-tall={tall || undefined}>
      {children}
    </div>
  );
}
