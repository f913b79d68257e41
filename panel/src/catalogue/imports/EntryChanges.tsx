import { Group, Text } from '@mantine/core';
import type { ImportEntry } from '@ramal/contract/catalogue/catalogue-lists';
import { IconArrowRight } from '@tabler/icons-react';
import { SideText } from '../SideText.tsx';
import classes from './EntryChanges.module.css';

/** Each field that an import changes, with the former and the new value. */
export const EntryChanges = ({ changes }: Pick<ImportEntry, 'changes'>) => (
  <span className={classes.root}>
    {changes.map(({ field, before, after }) => (
      <Group
        key={field}
        component="span"
        gap="xs"
        wrap="nowrap"
        display="inline-flex"
        className={classes.change}
      >
        <SideText>{field}</SideText>
        <Text component="s" inherit c="var(--ink-3)">
          {before || 'vazio'}
        </Text>
        <IconArrowRight size={14} stroke={1.75} role="img" aria-label="passa a ser" />
        <span>{after || 'vazio'}</span>
      </Group>
    ))}
  </span>
);
