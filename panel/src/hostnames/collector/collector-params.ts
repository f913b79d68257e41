import { collectedStatuses } from '@ramal/contract/operations/hostname-collector';
import { z } from 'zod';
import { defineListParams } from '../../ui/list/list-params.ts';

/** K-62. */
export const collectorParams = defineListParams({
  filters: { status: z.enum(collectedStatuses) },
  sorts: ['id', 'host', 'franchise', 'local', 'date_verification'],
  defaultDirection: 'desc',
  dialogs: ['add'],
});
