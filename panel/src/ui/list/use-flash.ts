import { useState } from 'react';
import type { RowKey } from '../table/columns.ts';

/** Stores which row was changed last, so that the table can highlight it. */
export function useFlash(): [flash: { key: RowKey } | undefined, flashRow: (key: RowKey) => void] {
  const [flash, setFlash] = useState<{ key: RowKey }>();
  return [flash, (key) => setFlash({ key })];
}
