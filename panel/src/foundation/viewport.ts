import { useMediaQuery } from '@mantine/hooks';

/** The 800 px line: below it lists are cards and the shell has a bottom bar. Style sheets use the same figure. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 799.98px)', false, { getInitialValueInEffect: false }) ?? false;
}

/** From 1440 px a list has room for its second-rank columns. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 1440px)', true, { getInitialValueInEffect: false }) ?? true;
}
