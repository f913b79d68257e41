/**
 * The key of a link follows the #, so no server and no log receives it. The portal removes it from
 * the address at once.
 */
import { useEffect } from 'react';

export function findLinkedKey(): string | undefined {
  const linked = window.location.hash.slice(1);
  return /^l\.\d+\.[\w-]+$/.test(linked) ? linked : undefined;
}

export function consumeLinkedKey(): string | undefined {
  const linked = findLinkedKey();
  if (linked !== undefined) window.history.replaceState(null, '', window.location.pathname);
  return linked;
}

/**
 * Calls `onKey` with the key of a link that is followed while the portal is open, because such a
 * link does not reload the page.
 */
export function useLinkedKey(onKey: (key: string) => void) {
  useEffect(() => {
    const take = () => {
      const linked = consumeLinkedKey();
      if (linked !== undefined) onKey(linked);
    };
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [onKey]);
}
