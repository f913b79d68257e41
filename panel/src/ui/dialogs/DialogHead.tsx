import type { ReactNode } from 'react';
import classes from './DialogHead.module.css';

interface DialogHeadProps {
  /** Avatar or icon before the title. */
  lead?: ReactNode;
  /** Title, which is rendered as a heading. */
  children: ReactNode;
  text?: ReactNode;
  /** True if there is space for a close button at the right. */
  closable?: boolean;
  /** True for messages. The icon is then centred above the title. */
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
