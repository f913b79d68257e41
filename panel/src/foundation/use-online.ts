import { useSyncExternalStore } from 'react';

const listen = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether the browser has a network, known from the first drawing on; the server may still be out of reach. */
export const useOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine);
