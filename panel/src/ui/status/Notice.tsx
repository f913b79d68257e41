import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

interface NoticeProps {
  tone: 'accent' | 'warn' | 'bad' | 'ok';
  icon: Icon;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** Message that users must see before the rest of the screen. */
export function Notice({ tone, icon: NoticeIcon, title, children, action }: NoticeProps) {
  return (
    <div className={classes.root} data-tone={tone} role="status">
      <NoticeIcon size={18} stroke={1.75} aria-hidden />
      <p className={classes.text}>
        {title && <b>{title}</b>}
        {children && <span>{children}</span>}
      </p>
      {action}
    </div>
  );
}
