import type { ReactNode } from 'react';
import classes from './DialogFoot.module.css';
import { useSettled } from './use-settled.ts';

interface DialogFootProps {
  /** True if the buttons stay visible while a long form scrolls. */
  sticky?: boolean;
  /** True if the buttons have no separator and no margin above them. */
  bare?: boolean;
  children: ReactNode;
}

/**
 * Row with the buttons of a dialog. The buttons ignore the second tap of the double tap that opened
 * the dialog.
 */
export function DialogFoot({ sticky = false, bare = false, children }: DialogFootProps) {
  const isSettled = useSettled();
  return (
    <div
      className={classes.root}
      data-sticky={sticky || undefined}
      data-bare={bare || undefined}
      data-ignores-clicks={!isSettled || undefined}
      data-dialog-foot
    >
      {children}
    </div>
  );
}
