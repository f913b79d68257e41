import type { ComponentProps } from 'react';
import classes from './KeyCap.module.css';

export function KeyCap(props: ComponentProps<'kbd'>) {
  return <kbd className={classes.root} {...props} />;
}
