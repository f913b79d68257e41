/** How lists are read: kept for a while, and a refusal is not asked again by itself. */
import { QueryClient } from '@tanstack/react-query';

export const makeClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false } },
  });
