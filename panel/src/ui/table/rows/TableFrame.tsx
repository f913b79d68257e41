import type { ComponentProps } from 'react';
import classes from './TableFrame.module.css';

interface TableFrameProps extends ComponentProps<'div'> {
  /** `cards` for a frame without a border. */
  form?: 'table' | 'cards';
  scrolls?: boolean;
  /** True while a request runs: shows a thin bar at the top. */
  busy?: boolean;
}

/** The card around a table. */
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
