import { Box, Group } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Figure.module.css';

interface FigureProps {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  /** Sentence that defines the number, shown as a tooltip. */
  definition?: string | undefined;
  /** True if a press on the figure opens its rows. This component only draws the chevron. */
  opens?: boolean;
}

/** Number with its name above and its explanation below. */
export function Figure({ label, value, note, definition, opens = false }: FigureProps) {
  return (
    <div data-figure data-tooltip={definition}>
      <Group gap="2xs" wrap="nowrap" c="dimmed" fz="caption">
        {label}
        {opens && <IconChevronRight size={14} stroke={2} className={classes.chevron} aria-hidden />}
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
