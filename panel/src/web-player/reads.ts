/**
 * Query settings for the lists. Answers are cached for a limited time. A rejected request is not
 * repeated automatically.
 */
import { QueryClient } from '@tanstack/react-query';

export const makeClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false } },
  });
