/** A link's key stands after the #, which no server and no log sees; it is taken out of the address. */
import { useEffect } from 'react';

export function findLinkedKey(): string | undefined {
  const linked = window.location.hash.slice(1);
  return /^l\.\d+\.[\w-]+$/.test(linked) ? linked : undefined;
}

export function takeLinkedKey(): string | undefined {
  const linked = findLinkedKey();
  if (linked !== undefined) window.history.replaceState(null, '', window.location.pathname);
  return linked;
}

/** A link that is opened in a tab where the portal stands already loads nothing anew. */
export function useLinkedKey(onKey: (key: string) => void) {
  useEffect(() => {
    const take = () => {
      const linked = takeLinkedKey();
      if (linked !== undefined) onKey(linked);
    };
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [onKey]);
}
