import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** What stands below the first view: drawn after what stands above it, in pieces between which a phone can answer. */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
