import type { ReactNode } from 'react';
import classes from './DialogIcon.module.css';

interface DialogIconProps {
  tone?: 'accent' | 'bad' | 'warn' | 'ok' | undefined;
  /** 42 px unless a message or a receipt needs another. */
  size?: 38 | 42 | 46 | 52;
  children: ReactNode;
}

/** The icon before the title of a dialog, on a ground of its tone. */
export function DialogIcon({ tone = 'accent', size = 42, children }: DialogIconProps) {
  return (
    <span className={classes.root} data-tone={tone} data-size={size}>
      {children}
    </span>
  );
}
