import { useState } from 'react';
import type { RowKey } from '../table/columns.ts';

/** The row that was just changed; the table flashes it. */
export function useFlash(): [flash: { key: RowKey } | undefined, flashRow: (key: RowKey) => void] {
  const [flash, setFlash] = useState<{ key: RowKey }>();
  return [flash, (key) => setFlash({ key })];
}
