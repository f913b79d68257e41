import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './SignInButton.module.css';

/** Button that signs in. It is taller than the buttons of other forms. */
export const SignInButton = (props: ButtonProps & ComponentProps<'button'>) => (
  <Button fullWidth className={classes.root} {...props} />
);
