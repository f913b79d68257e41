import type { ComponentProps } from 'react';
import classes from './TableFrame.module.css';

export interface TableFrameProps extends ComponentProps<'div'> {
  /** The frame is left out around cards. */
  form?: 'table' | 'cards';
  scrolls?: boolean;
  /** A request is running: a thin bar at the top. */
  busy?: boolean;
}

/** The card that a table stands in. */
export function TableFrame({
  form = 'table',
  scrolls = false,
  busy = false,
  children,
  ...rest
}: TableFrameProps) {
  return (
    <div {...rest} className={classes.root} data-form={form} data-scrolls={scrolls || undefined}>
      {busy && <div className={classes.bar} />}
      {children}
    </div>
  );
}
