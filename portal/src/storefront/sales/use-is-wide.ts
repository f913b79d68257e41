import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(width >= 56.25em)');

const subscribe = (onChange: () => void) => {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
};

/** True from 900 px on, where the sales page has two columns. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
