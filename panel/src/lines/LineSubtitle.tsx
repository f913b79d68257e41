import { Text } from '@mantine/core';
import type { Line } from './line.ts';

/** Subtitle of a dialog about one line: its user name and its note, in at most two text lines. */
export const LineSubtitle = ({ line }: { line: Pick<Line, 'username' | 'note'> }) => (
  <Text span inherit lineClamp={2} data-tooltip={line.note || undefined}>
    <span className="mono">{line.username}</span>
    {line.note && ` · ${line.note}`}
  </Text>
);
