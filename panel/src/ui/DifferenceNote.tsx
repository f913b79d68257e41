import { Text } from '@mantine/core';
import { type DifferentFigure, figureDifferences } from '@ramal/contract/numbers/differences';

interface DifferenceNoteProps {
  readonly figures: readonly DifferentFigure[];
}

/** Note next to figures. It states how «Números» counts the similar figures. */
export const DifferenceNote = ({ figures }: DifferenceNoteProps) => (
  <Text mt="xs" c="var(--ink-3)" fz="caption">
    {figures.map((figure) => figureDifferences[figure]).join(' ')}
  </Text>
);
