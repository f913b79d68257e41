import { useEffect, useState } from 'react';

/** Less than this is a trembling thumb. */
const STEP_PX = 12;

/**
 * Scrolling down a list hides the phone's bar. Scrolling up, or reaching the top, shows it again.
 */
export function useSlidesAway(on: boolean): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    // Not read before somebody scrolls: the page would be laid out for it at once.
    let turn: number | undefined;
    const onScroll = () => {
      const { scrollY } = window;
      turn ??= scrollY;
      const way = scrollY - turn;
      if (scrollY < STEP_PX * 6) setAway(false);
      else if (Math.abs(way) < STEP_PX) return;
      else setAway(way > 0);
      turn = scrollY;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      setAway(false);
    };
  }, [on]);
  return isAway;
}
