import { useSyncExternalStore } from 'react';

const listen = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/**
 * True if the browser has a network connection, from the first rendering on. The server may still
 * be unreachable.
 */
export const useOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine);
