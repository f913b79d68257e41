import type { ReactNode } from 'react';
import classes from './DialogHead.module.css';

interface DialogHeadProps {
  /** An avatar or an icon before the title. */
  lead?: ReactNode;
  /** Renders the title as a heading. */
  children: ReactNode;
  text?: ReactNode;
  /** True if the right side has space for a close button. */
  closable?: boolean;
  /** True if the icon is centred above the title, as in the specified messages. */
  centered?: boolean;
}

export function DialogHead({
  lead,
  children,
  text,
  closable = false,
  centered = false,
}: DialogHeadProps) {
  return (
    <div
      className={classes.root}
      data-closable={closable || undefined}
      data-centered={centered || undefined}
    >
      {lead}
      <div className={classes.words}>
        {children}
        {text && <p>{text}</p>}
      </div>
    </div>
  );
}
