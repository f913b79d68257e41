import { type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Content below the first view. It is drawn after the content above it, in pieces, so that a phone
 * can respond to a touch between two pieces.
 */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
