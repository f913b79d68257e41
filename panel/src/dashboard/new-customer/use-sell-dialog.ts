import { z } from 'zod';
import { defineSearchParams, useSearchParams } from '../../ui/list/search-params.ts';

const homeParams = defineSearchParams({ dialog: z.literal('sell') });

/** State of the sheet that sells a line. The address contains it, so that back closes it. */
export function useSellDialog() {
  const { values, push, change } = useSearchParams(homeParams);
  return {
    isOpen: values.dialog === 'sell',
    open: () => push({ dialog: 'sell' }),
    close: () => change({ dialog: undefined }),
  };
}
