import type { ReactNode } from 'react';
import classes from './DialogHead.module.css';

export interface DialogHeadProps {
  /** Before the title: an avatar or an icon. */
  lead?: ReactNode;
  /** The title as a heading. */
  children: ReactNode;
  text?: ReactNode;
  /** Room for a close button at the right. */
  closable?: boolean;
  /** Icon above the title, both in the middle: the specification's messages. */
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
