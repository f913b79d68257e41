import type { ReactNode } from 'react';
import classes from './DialogHead.module.css';

interface DialogHeadProps {
  /** An avatar or an icon before the title. */
  lead?: ReactNode;
  /** Renders the title as a heading. */
  children: ReactNode;
  text?: ReactNode;
  /** Leaves room for a close button on the right. */
  closable?: boolean;
  /** Centres the icon above the title, as in the specification's messages. */
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
