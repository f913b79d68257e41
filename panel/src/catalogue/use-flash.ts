import { useState } from 'react';

/** The row that was just changed; the table flashes it. */
export function useFlash(): [flash: { key: number } | undefined, flashRow: (id: number) => void] {
  const [flash, setFlash] = useState<{ key: number }>();
  return [flash, (id) => setFlash({ key: id })];
}
