import { Text } from '@mantine/core';
import { ClippedText } from './ClippedText.tsx';

/** Name of a row, or its most important value. */
export const RowName = ({ clipped, children }: { clipped?: boolean; children: string }) => (
  <Text component="b" inherit fw={500}>
    {clipped ? <ClippedText>{children}</ClippedText> : children}
  </Text>
);
