import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Figure.module.css';

interface FigureProps {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
}

/** A number of the dashboard with its name above and its explanation below. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div data-figure>
      <Group gap="2xs" wrap="nowrap" c="dimmed" fz="caption">
        {label}
      </Group>
      <div className={classes.value} data-part="value">
        {value}
      </div>
      {note && (
        <Box mt="1px" c="var(--ink-3)" fz="caption" data-part="note">
          {note}
        </Box>
      )}
    </div>
  );
}
