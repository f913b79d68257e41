import {
  BLOCKED_IPS_A_PAGE,
  blockedIpSorts,
  blockedIpStates,
} from '@ramal/contract/operations/blocklist';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const blocklistParams = defineListParams({
  /** `ip` is the address whose failed attempts are shown in the dialog. */
  filters: { ip: z.string().max(60), state: z.enum(blockedIpStates) },
  sorts: blockedIpSorts,
  defaultDirection: 'desc',
  pageSizes: [BLOCKED_IPS_A_PAGE, 30, 50],
  pageSize: BLOCKED_IPS_A_PAGE,
  dialogs: ['exempt'],
});
