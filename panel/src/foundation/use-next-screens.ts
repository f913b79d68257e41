import { useEffect } from 'react';
import { useIdle } from './lazy-component.tsx';

/** Prefetches the files of the screens that probably come next, when the browser is idle. */
export function useNextScreens(paths: readonly string[]): void {
  const idle = useIdle();
  const joined = paths.join(' ');
  useEffect(() => {
    if (!idle || joined === '') return;
    for (const path of joined.split(' ')) window.ramalFetchScreen?.(path);
  }, [idle, joined]);
}
