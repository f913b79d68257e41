/** The largest figure of a card, with its name above. */
import { Group, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Destination } from '../ui/destination.ts';
import { FigureLink } from '../ui/FigureLink.tsx';
import classes from './LeadFigure.module.css';

interface LeadFigureProps {
  readonly label: string;
  readonly value: string;
  /** Sentence that defines the figure, shown as its tooltip. */
  readonly definition: string;
  readonly to: Destination | undefined;
  /** False if the card shows another element where the chevron would be. */
  readonly hasChevron?: boolean;
  readonly change?: ReactNode;
  readonly note?: ReactNode;
}

export const LeadFigure = ({
  label,
  value,
  definition,
  to,
  hasChevron = to !== undefined,
  change,
  note,
}: LeadFigureProps) => (
  <div className={classes.root} data-tooltip={definition}>
    <Group gap="2xs" wrap="nowrap" c="dimmed" fz="caption">
      {label}
      {hasChevron && (
        <IconChevronRight size={14} stroke={2} aria-hidden className={classes.chevron} />
      )}
    </Group>
    <Group gap="0 var(--space-lg)" align="baseline">
      <span className={classes.value}>
        <FigureLink to={to} name={`${label}: ${value}`} definition={definition}>
          {value}
        </FigureLink>
      </span>
      {change}
    </Group>
    {note && (
      <Text mt="2xs" c="var(--ink-3)" fz="caption">
        {note}
      </Text>
    )}
  </div>
);
