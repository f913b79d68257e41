/** Row of a settings card: name and current value on the left, control on the right. */
import { Box, Group } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { IconTile } from '../IconTile.tsx';
import classes from './SettingRow.module.css';

interface SettingRowProps {
  title: string;
  text: string;
  icon?: ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }> | undefined;
  /** Level of the heading: one more than the level of the heading of the page or dialog. */
  level?: 2 | 3;
  /** Badge with the current value, next to a button. */
  status?: ReactNode;
  control: ReactNode;
  /** Content below the texts, with the same width. */
  children?: ReactNode;
  /** True for a row that is a direct child of a card. The row then has the padding of the card. */
  padded?: boolean;
}

export function SettingRow(props: SettingRowProps) {
  const { title, text, icon: RowIcon, level = 2, status, control, children, padded } = props;
  const Heading = `h${level}` as const;
  return (
    <div
      className={classes.root}
      data-setting-row
      data-icon={RowIcon !== undefined || undefined}
      data-status={status !== undefined || undefined}
      data-padded={padded || undefined}
    >
      {RowIcon && (
        <IconTile tone="plain" size={34}>
          <RowIcon size={18} stroke={1.75} aria-hidden />
        </IconTile>
      )}
      <div className={classes.texts}>
        <Group gap="0 var(--space-sm)">
          <Heading>{title}</Heading>
          {status}
        </Group>
        <p>{text}</p>
      </div>
      <Box flex="none" className={classes.control}>
        {control}
      </Box>
      {children && <div className={classes.below}>{children}</div>}
    </div>
  );
}
