import { useMediaQuery } from '@mantine/hooks';

const useMedia = (query: string, initial: boolean): boolean =>
  useMediaQuery(query, initial, { getInitialValueInEffect: false }) ?? initial;

const LOW = '(height < 31.25em)';

/**
 * True if the window is narrower than 800 px. The limit is 50 em, so that a large font size counts
 * as a narrow screen. Also true if the window is lower than 500 px, because a phone in landscape
 * uses the phone layout too. Style sheets use the same limits.
 */
export function useIsPhone(): boolean {
  const isNarrow = useMedia('(width < 50em)', false);
  const isLow = useMedia(LOW, false);
  return isNarrow || isLow;
}

/**
 * True if lists are shown as cards. Up to 1023 px a table would have to hide columns, and on a low
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
 * True from 1100 px, if the form has space for its summary at the side. On narrower or lower
 * screens, a bar at the bottom contains the action.
 */
export function useHasSideRoom(): boolean {
  const isNarrow = useMedia('(width < 68.75em)', false);
  const isLow = useMedia(LOW, false);
  return !isNarrow && !isLow;
}

/** True from 1440 px, if a list has space for its less important columns. */
function useIsWide(): boolean {
  return useMedia('(width >= 90em)', true);
}

/** Width class of a list, which determines the visible columns. */
export type ListWidth = 'narrow' | 'medium' | 'wide';

export function useListWidth(): ListWidth {
  const isWide = useIsWide();
  // The limit is 1280 px, because an unfolded sidebar makes the table 200 px narrower than the
  // screen.
  const isMedium = useMedia('(width >= 80em)', true);
  if (isWide) return 'wide';
  return isMedium ? 'medium' : 'narrow';
}
