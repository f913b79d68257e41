import { useMediaQuery } from '@mantine/hooks';

const useMedia = (query: string, initial: boolean): boolean =>
  useMediaQuery(query, initial, { getInitialValueInEffect: false }) ?? initial;

/** The 800 px line: below it lists are cards and the shell has a bottom bar. Style sheets use the same figure. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 799.98px)', false);
}

/**
 * Lists are cards up to 1023 px, where a table would cover its own columns, and on every low screen, where
 * a table would show one row. The shell has its phone's form only below 800 px.
 */
export function useShowsCards(): boolean {
  const isNarrow = useMedia('(max-width: 1023.98px)', false);
  const isLow = useMedia('(max-height: 499.98px)', false);
  return isNarrow || isLow;
}

/** From 1440 px a list has room for its second-rank columns. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 1440px)', true);
}

/** How wide a screen a list's columns may count on. */
export type ListWidth = 'narrow' | 'medium' | 'wide';

export function useListWidth(): ListWidth {
  const isWide = useIsWide();
  const isMedium = useMedia('(min-width: 1100px)', true);
  if (isWide) return 'wide';
  return isMedium ? 'medium' : 'narrow';
}
