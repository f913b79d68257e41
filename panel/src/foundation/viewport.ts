import { useMediaQuery } from '@mantine/hooks';

const useMedia = (query: string, initial: boolean): boolean =>
  useMediaQuery(query, initial, { getInitialValueInEffect: false }) ?? initial;

/**
 * The 800 px line (50 em, so that large letters count as a narrow screen): below it lists are cards and the
 * shell has a bottom bar. Style sheets use the same figure.
 */
export function useIsPhone(): boolean {
  return useMedia('(width < 50em)', false);
}

/**
 * Lists are cards up to 1023 px, where a table would cover its own columns, and on every low screen, where
 * a table would show one row. The shell has its phone's form only below 800 px.
 */
export function useShowsCards(): boolean {
  const isNarrow = useMedia('(width < 64em)', false);
  const isLow = useMedia('(height < 31.25em)', false);
  return isNarrow || isLow;
}

/** From 1440 px a list has room for its second-rank columns. */
export function useIsWide(): boolean {
  return useMedia('(width >= 90em)', true);
}

/** How wide a screen a list's columns may count on. */
export type ListWidth = 'narrow' | 'medium' | 'wide';

export function useListWidth(): ListWidth {
  const isWide = useIsWide();
  const isMedium = useMedia('(width >= 68.75em)', true);
  if (isWide) return 'wide';
  return isMedium ? 'medium' : 'narrow';
}
