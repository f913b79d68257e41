/** Folded section of a phone with rarely needed figures: the month and the network. */
import { Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './MoreFigures.module.css';

export function MoreFigures({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Stack gap="3xl" className={classes.root}>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>
          Mais números{' '}
          <Text component="small" inherit display="block" c="var(--ink-3)" fz="caption" fw={400}>
            seu mês, sua rede e a projeção
          </Text>
        </span>
        <IconChevronDown size={20} stroke={1.75} aria-hidden data-open={open || undefined} />
      </button>
      <Stack gap="3xl" id={id} className={classes.inside} hidden={!open}>
        {open && children}
      </Stack>
    </Stack>
  );
}
