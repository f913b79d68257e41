import type { ComponentProps } from 'react';
import classes from './TableFrame.module.css';

interface TableFrameProps extends ComponentProps<'div'> {
  /** Form of the content. `cards` has no border around it. */
  form?: 'table' | 'cards';
  scrolls?: boolean;
  /** True while a request runs. A thin bar is then shown at the top. */
  busy?: boolean;
}

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
