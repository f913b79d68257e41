import { authorizationSorts } from '@ramal/contract/payments/authorizations';
import { authorizationStatuses } from '@ramal/contract/rules/payments/recurring-pix';
import { z } from 'zod';
import { defineListParams } from '../../ui/list/list-params.ts';

export const authorizationParams = defineListParams({
  filters: { status: z.enum(authorizationStatuses) },
  sorts: authorizationSorts,
  dialogs: ['renewal', 'charge', 'authorize', 'history'],
  target: 'authorization',
  viewParams: ['search', 'status', 'sort', 'dir'],
});
