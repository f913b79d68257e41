import type { ComponentProps } from 'react';
import classes from './FieldError.module.css';

/** Error text under a field that is not a Mantine field. */
export function FieldError(props: Omit<ComponentProps<'p'>, 'className'>) {
  return <p {...props} className={classes.root} data-field-error />;
}
