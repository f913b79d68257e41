import { secondFactorSorts } from '@ramal/contract/second-factors';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const secondFactorParams = defineListParams({
  filters: {
    /** Digits in the address are parsed as a number. */
    searchID: z.union([z.string().regex(/^\d{1,16}$/), z.int().min(0).transform(String)]),
  },
  sorts: secondFactorSorts,
  pageSize: 50,
  viewParams: ['search', 'searchID', 'sort', 'dir'],
});
