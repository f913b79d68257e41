import type { ReactNode } from 'react';
import classes from './DialogFoot.module.css';

export interface DialogFootProps {
  /** Stays in sight while a long form scrolls. */
  sticky?: boolean;
  /** Draws no line and no margin. */
  bare?: boolean;
  children: ReactNode;
}

/** The buttons of a dialog. */
export function DialogFoot({ sticky = false, bare = false, children }: DialogFootProps) {
  return (
    <div
      className={classes.root}
      data-sticky={sticky || undefined}
      data-bare={bare || undefined}
      data-dialog-foot
    >
      {children}
    </div>
  );
}
