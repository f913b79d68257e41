/** The range of a forecast as a track, with a mark at the expected value. */
import { Group } from '@mantine/core';
import { formatCents } from '../number-words.ts';
import classes from './ForecastRange.module.css';

interface ForecastRangeProps {
  readonly lowCents: number;
  readonly expectedCents: number;
  readonly highCents: number;
}

/** Fraction of the track that is empty on each side of the range. */
const MARGIN = 0.26;

export function ForecastRange({ lowCents, expectedCents, highCents }: ForecastRangeProps) {
  const width = Math.max(highCents - lowCents, 1);
  const at = MARGIN + ((1 - 2 * MARGIN) * (expectedCents - lowCents)) / width;
  return (
    <div>
      <div className={classes.track} aria-hidden>
        <span style={{ insetInline: `${100 * MARGIN}%` }} />
        <i style={{ insetInlineStart: `${100 * at}%` }} />
      </div>
      <Group justify="space-between" mt="xs" c="var(--ink-3)" fz="caption">
        <span>de {formatCents(lowCents)}</span>
        <span>a {formatCents(highCents)}</span>
      </Group>
    </div>
  );
}
