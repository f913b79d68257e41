import { useMediaQuery } from '@mantine/hooks';

const useMedia = (query: string, initial: boolean): boolean =>
  useMediaQuery(query, initial, { getInitialValueInEffect: false }) ?? initial;

const LOW = '(height < 31.25em)';

/**
 * The 800 px line (50 em, so that large letters count as a narrow screen), and the 500 px of height below which
 * a phone lies on its side: there the shell has the phone's form. Style sheets use the same figures.
 */
export function useIsPhone(): boolean {
  const isNarrow = useMedia('(width < 50em)', false);
  const isLow = useMedia(LOW, false);
  return isNarrow || isLow;
}

/**
 * Lists are cards up to 1023 px, where a table would cover its own columns, and on every low screen, where
 * a table would show one row.
 */
export function useShowsCards(): boolean {
  const isNarrow = useMedia('(width < 64em)', false);
  const isLow = useMedia(LOW, false);
  return isNarrow || isLow;
}

/** A phone that lies on its side: its bar stands at the left, and its title and search share one row. */
export function useIsLow(): boolean {
  const isLow = useMedia(LOW, false);
  const isWide = useMedia('(width >= 37.5em)', false);
  return isLow && isWide;
}

/** From 1100 px a form has its summary beside it; below, and on low screens, a bar at the foot holds its act. */
export function useHasSideRoom(): boolean {
  const isNarrow = useMedia('(width < 68.75em)', false);
  const isLow = useMedia(LOW, false);
  return !isNarrow && !isLow;
}

/** From 1440 px a list has room for its second-rank columns. */
export function useIsWide(): boolean {
  return useMedia('(width >= 90em)', true);
}

/** How wide a screen a list's columns may count on. */
export type ListWidth = 'narrow' | 'medium' | 'wide';

export function useListWidth(): ListWidth {
  const isWide = useIsWide();
  // Beside the unfolded sidebar a table has 200 px less than its screen.
  const isMedium = useMedia('(width >= 80em)', true);
  if (isWide) return 'wide';
  return isMedium ? 'medium' : 'narrow';
}
