import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const apiKeyParams = defineListParams({
  filters: { state: z.enum(['ended']) },
  sorts: ['created', 'name', 'ends', 'scopes', 'addresses', 'credits', 'used'],
  defaultDirection: 'desc',
  dialogs: ['create', 'rotate', 'revoke'],
  target: 'key',
  viewParams: ['search', 'state', 'sort', 'dir'],
});
