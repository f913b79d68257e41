/**
 * Shows the relative change of a figure. An increase is green. A decrease has no colour, because
 * the panel uses red only for danger.
 */
import { Group } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { formatRate } from './number-words.ts';

interface ChangeProps {
  readonly before: number;
  readonly now: number;
  readonly suffix?: string;
}

export function Change({ before, now, suffix = '' }: ChangeProps) {
  if (before === 0) return null;
  const isUp = now >= before;
  const Arrow = isUp ? IconArrowUpRight : IconArrowDownRight;
  return (
    <Group
      component="span"
      gap="2xs"
      wrap="nowrap"
      c={isUp ? 'var(--ok)' : 'var(--ink-2)'}
      fz="control"
      fw={500}
    >
      <Arrow size={16} stroke={1.75} aria-hidden />
      <span>
        <span className="visually-hidden">{isUp ? 'subiu' : 'caiu'} </span>
        {formatRate(Math.round((10_000 * Math.abs(now - before)) / before))}
        {suffix}
      </span>
    </Group>
  );
}
