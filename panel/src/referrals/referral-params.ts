import { referralFigures, referralStates } from '@ramal/contract/referrals/referrals';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const referralParams = defineListParams({
  filters: { state: z.enum(referralStates), figure: z.enum(referralFigures) },
  sorts: ['at', 'paid_at', 'paid', 'days'],
  defaultDirection: 'desc',
  dialogs: ['add', 'refuse'],
  target: 'referral',
  viewParams: ['search', 'state', 'figure', 'sort', 'dir'],
});
