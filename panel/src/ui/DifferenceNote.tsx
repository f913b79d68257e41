import { Text } from '@mantine/core';
import { type DifferentFigure, figureDifferences } from '@ramal/contract/numbers/differences';

interface DifferenceNoteProps {
  readonly figures: readonly DifferentFigure[];
}

/** States next to figures how the similar figures of «Números» are counted. */
export const DifferenceNote = ({ figures }: DifferenceNoteProps) => (
  <Text mt="xs" c="var(--ink-3)" fz="caption">
    {figures.map((figure) => figureDifferences[figure]).join(' ')}
  </Text>
);
