import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PhoneButtons.module.css';

/** Buttons of a header in one row with equal widths. */
export const PhoneButtons = ({ children }: { children: ReactNode }) => (
  <Group gap="sm" align="stretch" wrap="nowrap" className={classes.root}>
    {children}
  </Group>
);
