import type { ComponentProps } from 'react';
import classes from './FieldError.module.css';

/** The text of an error under a field that is not one of Mantine's. */
export function FieldError(props: Omit<ComponentProps<'p'>, 'className'>) {
  return <p {...props} className={classes.root} data-field-error />;
}
