import { useEffect, useRef } from 'react';

/** Seconds between two polls. The interval grows over time. */
const PAUSES = [3, 5, 8, 13, 21, 30];

/** Polls while `isOpen`. The page then shows a result without a press of the customer. */
export function usePolling(isOpen: boolean, poll: () => Promise<void>): void {
  const latest = useRef(poll);
  latest.current = poll;
  useEffect(() => {
    if (!isOpen) return undefined;
    let requests = 0;
    let timer: number;
    let isLeft = false;
    const ask = async () => {
      try {
        await latest.current();
      } catch {
        // The poll failed, so the status is unknown. The next poll follows.
      }
      if (!isLeft) wait();
    };
    const wait = () => {
      timer = window.setTimeout(
        () => void ask(),
        PAUSES[Math.min(requests, PAUSES.length - 1)]! * 1000,
      );
      requests += 1;
    };
    wait();
    return () => {
      isLeft = true;
      window.clearTimeout(timer);
    };
  }, [isOpen]);
}
