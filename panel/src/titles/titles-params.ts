import { z } from 'zod';
import { defineSearchParams, pageParam, searchParam } from '../ui/list/search-params.ts';

export const titlesParams = defineSearchParams({
  kind: z.enum(['movies', 'series']),
  search: searchParam,
  news: z.literal(1),
  page: pageParam,
});
