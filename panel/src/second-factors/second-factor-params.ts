import { secondFactorSorts } from '@ramal/contract/second-factors';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const secondFactorParams = defineListParams({
  filters: {
    /**
     * Id to search. The router parses digits in the address as a number, so a number is accepted
     * too.
     */
    searchID: z.union([z.string().regex(/^\d{1,16}$/), z.int().min(0).transform(String)]),
  },
  sorts: secondFactorSorts,
  pageSize: 50,
  viewParams: ['search', 'searchID', 'sort', 'dir'],
});
