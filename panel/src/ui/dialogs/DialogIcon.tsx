import type { ReactNode } from 'react';
import classes from './DialogIcon.module.css';

interface DialogIconProps {
  tone?: 'accent' | 'bad' | 'warn' | 'ok' | undefined;
  /** Size in px. Default: 42. Messages and receipts use other sizes. */
  size?: 38 | 42 | 46 | 52;
  children: ReactNode;
}

/** Icon before the title of a dialog, with the background colour of its tone. */
export function DialogIcon({ tone = 'accent', size = 42, children }: DialogIconProps) {
  return (
    <span className={classes.root} data-tone={tone} data-size={size}>
      {children}
    </span>
  );
}
