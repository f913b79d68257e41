import { useMediaQuery } from '@mantine/hooks';

/** True from 1180 px, if the facts have space next to the conversation. */
export const useHasFactsPane = (): boolean =>
  useMediaQuery('(width >= 73.75em)', true, { getInitialValueInEffect: false }) ?? true;
