import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SettingsRows.module.css';

interface SettingsRow {
  readonly key: string | number;
  readonly name: string;
  readonly note: ReactNode;
  readonly action: ReactNode;
}

/**
 * Short list inside a settings card. Each row has a name, a note below the name, and an action at
 * the side.
 */
export const SettingsRows = ({ rows }: { rows: readonly SettingsRow[] }) => (
  <Box
    component="ul"
    bd="1px solid var(--line)"
    bdrs="var(--radius-field)"
    className={classes.root}
  >
    {rows.map(({ key, name, note, action }) => (
      <li key={key}>
        <Box component="p" flex={1} miw={0} fz="var(--reading-control)">
          <Text component="b" inherit display="block" fw={500} className={classes.name}>
            {name}
          </Text>
          <Text span inherit c="var(--ink-2)" fz="caption">
            {note}
          </Text>
        </Box>
        {action}
      </li>
    ))}
  </Box>
);
