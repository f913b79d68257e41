import { couponFilters, couponSorts } from '@ramal/contract/coupons/coupons';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const couponParams = defineListParams({
  filters: { status: z.enum(couponFilters) },
  sorts: couponSorts,
  defaultDirection: 'desc',
  dialogs: ['create'],
  viewParams: ['search', 'status', 'sort', 'dir'],
});
