import { referralFigures, referralStates } from '@ramal/contract/referrals/referrals';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

/** Value of the parameter `tab` for the invitations to resellers. */
export const INVITATIONS_TAB = 'revendas';

export const referralParams = defineListParams({
  filters: { state: z.enum(referralStates), figure: z.enum(referralFigures) },
  sorts: ['at', 'paid_at', 'paid', 'days'],
  defaultDirection: 'desc',
  dialogs: ['add', 'refuse'],
  target: 'referral',
  viewParams: ['search', 'state', 'figure', 'sort', 'dir'],
});

export const invitationParams = defineListParams({
  filters: { tab: z.literal(INVITATIONS_TAB) },
  sorts: ['created_at', 'expires_at', 'uses'],
  defaultDirection: 'desc',
  dialogs: ['create', 'accounts'],
  target: 'invitation',
  viewParams: ['sort', 'dir'],
});
