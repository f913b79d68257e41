import { webhookMessageSorts } from '@ramal/contract/webhooks';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const webhookParams = defineListParams({
  filters: { state: z.enum(['trying', 'failed']) },
  sorts: webhookMessageSorts,
  defaultDirection: 'desc',
  dialogs: ['create', 'message'],
  target: 'message',
  viewParams: ['state'],
});
