/**
 * Keeps the push subscription of this browser valid. When the user presses a notice, opens its
 * screen.
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readPushOwner } from '../foundation/push.ts';

export function usePush(userId: number | undefined, ready: boolean): void {
  const { history } = useRouter();
  useEffect(() => {
    // Navigates without reloading the panel, so that unsaved text in the open window remains.
    const open = ({ data }: MessageEvent<{ open?: string }>) => {
      if (data.open) history.push(data.open);
    };
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener('message', open);
    return () => serviceWorker?.removeEventListener('message', open);
  }, [history]);
  useEffect(() => {
    if (!ready || userId === undefined || readPushOwner() === undefined) return;
    import('./this-browser.ts').then(({ syncPush }) => syncPush(userId)).catch(() => undefined);
  }, [ready, userId]);
}
