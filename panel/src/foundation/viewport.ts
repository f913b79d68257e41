import { useMediaQuery } from '@mantine/hooks';

const useMedia = (query: string, initial: boolean): boolean =>
  useMediaQuery(query, initial, { getInitialValueInEffect: false }) ?? initial;

const LOW = '(height < 31.25em)';

/**
 * True below the breakpoint of 800 px (50 em, so that large letters count as a narrow screen). Also
 * true below 500 px of height, for a phone in landscape: there the shell uses the phone layout.
 * Style sheets use the same values.
 */
export function useIsPhone(): boolean {
  const isNarrow = useMedia('(width < 50em)', false);
  const isLow = useMedia(LOW, false);
  return isNarrow || isLow;
}

/**
 * True if lists are shown as cards. Up to 1023 px a table would hide its own columns, and on a low
 * screen it would show one row.
 */
export function useShowsCards(): boolean {
  const isNarrow = useMedia('(width < 64em)', false);
  const isLow = useMedia(LOW, false);
  return isNarrow || isLow;
}

/**
 * True for a phone in landscape. The bar is then at the left, and title and search share one row.
 */
export function useIsLow(): boolean {
  const isLow = useMedia(LOW, false);
  const isWide = useMedia('(width >= 37.5em)', false);
  return isLow && isWide;
}

/**
 * True if a form has room for its summary at the side, from 1100 px. On smaller or low screens the
 * action is in a bar at the bottom.
 */
export function useHasSideRoom(): boolean {
  const isNarrow = useMedia('(width < 68.75em)', false);
  const isLow = useMedia(LOW, false);
  return !isNarrow && !isLow;
}

/** True from 1440 px, where a list has room for its second-rank columns. */
function useIsWide(): boolean {
  return useMedia('(width >= 90em)', true);
}

/** Screen width that determines which columns a list shows. */
export type ListWidth = 'narrow' | 'medium' | 'wide';

export function useListWidth(): ListWidth {
  const isWide = useIsWide();
  // An unfolded sidebar makes the table 200 px narrower than the screen.
  const isMedium = useMedia('(width >= 80em)', true);
  if (isWide) return 'wide';
  return isMedium ? 'medium' : 'narrow';
}
