import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Text that is smaller and lighter than the text next to it. */
export const SideText = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="var(--ink-3)" fz="var(--reading-caption)">
    {children}
  </Text>
);
