import type { ReactNode } from 'react';
import classes from './DialogFoot.module.css';
import { useSettled } from './use-settled.ts';

interface DialogFootProps {
  /** Stays in sight while a long form scrolls. */
  sticky?: boolean;
  /** Draws no line and no margin. */
  bare?: boolean;
  children: ReactNode;
}

/** The buttons of a dialog, which do not hear the second tap of the one that opened it. */
export function DialogFoot({ sticky = false, bare = false, children }: DialogFootProps) {
  const isSettled = useSettled();
  return (
    <div
      className={classes.root}
      data-sticky={sticky || undefined}
      data-bare={bare || undefined}
      data-deaf={!isSettled || undefined}
      data-dialog-foot
    >
      {children}
    </div>
  );
}
