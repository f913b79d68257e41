import { Text } from '@mantine/core';
import classes from './RowName.module.css';

/** The name of a row, or the figure that counts most in it. */
export const RowName = ({ clipped, children }: { clipped?: boolean; children: string }) => (
  <Text component="b" inherit fw={500} className={classes.root} data-clipped={clipped || undefined}>
    {children}
  </Text>
);
