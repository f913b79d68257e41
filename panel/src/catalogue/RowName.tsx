import { Text } from '@mantine/core';
import classes from './RowName.module.css';

/** Name of a row, or its most important value. */
export const RowName = ({ clipped, children }: { clipped?: boolean; children: string }) => (
  <Text component="b" inherit fw={500} className={classes.root} data-clipped={clipped || undefined}>
    {children}
  </Text>
);
