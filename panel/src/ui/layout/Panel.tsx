import { Box, type BoxProps, Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Panel.module.css';

interface PanelProps
  extends Omit<BoxProps, 'className'>, Pick<StackProps, 'align' | 'gap' | 'justify'> {
  readonly className?: string | undefined;
  /** Name for screen readers. With a name, the card is a region. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A card: surface, thin border, 12 px radius. With `gap`, its children are in a column. */
export function Panel({ className, label, gap, ...box }: PanelProps) {
  const shared = {
    component: 'section' as const,
    className: className ? `${classes.root} ${className}` : classes.root!,
    'aria-label': label,
    ...box,
  };
  return gap === undefined ? <Box {...shared} /> : <Stack gap={gap} {...shared} />;
}
