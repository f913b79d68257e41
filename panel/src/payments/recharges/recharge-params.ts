import { rechargeSorts, rechargeStatuses } from '@ramal/contract/payments/recharges';
import { z } from 'zod';
import { defineListParams } from '../../ui/list/list-params.ts';

export const rechargeParams = defineListParams({
  filters: { status: z.enum(rechargeStatuses), coupon: z.string() },
  sorts: rechargeSorts,
  defaultDirection: 'desc',
  dialogs: ['prices', 'revenue', 'sell', 'bonus', 'refund', 'sandbox'],
  target: 'recharge',
  viewParams: ['search', 'status', 'coupon', 'sort', 'dir'],
});
