/**
 * Query settings of the lists: cached for a limited time, without automatic retry after a
 * rejection.
 */
import { QueryClient } from '@tanstack/react-query';

export const makeClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false } },
  });
