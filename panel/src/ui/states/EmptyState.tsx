import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconTile } from '../IconTile.tsx';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  icon: Icon;
  tone?: 'accent' | 'plain' | 'bad' | 'ok';
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** Small text at the end, such as the request id. */
  foot?: ReactNode;
  /** True if the message is in a card that has margins of its own. */
  compact?: boolean | undefined;
}

/** Message that is shown instead of content, for example for an empty list or after an error. */
export function EmptyState({
  icon: StateIcon,
  tone = 'accent',
  title,
  text,
  actions,
  foot,
  compact,
}: EmptyStateProps) {
  return (
    <div className={classes.root} data-compact={compact || undefined} data-empty-state>
      <IconTile tone={tone} size={52}>
        <StateIcon size={24} stroke={1.75} aria-hidden />
      </IconTile>
      <h2>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {actions && <div className={classes.actions}>{actions}</div>}
      {foot && <p className={classes.foot}>{foot}</p>}
    </div>
  );
}
