import { Text } from '@mantine/core';
import { type DifferentFigure, figureDifferences } from '@ramal/contract/numbers/differences';

interface DifferenceNoteProps {
  readonly figures: readonly DifferentFigure[];
}

/** Note below figures. It states how similar figures of «Números» are counted differently. */
export const DifferenceNote = ({ figures }: DifferenceNoteProps) => (
  <Text mt="xs" c="var(--ink-3)" fz="caption">
    {figures.map((figure) => figureDifferences[figure]).join(' ')}
  </Text>
);
