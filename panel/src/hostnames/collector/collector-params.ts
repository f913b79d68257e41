import { collectedSorts, collectedStatuses } from '@ramal/contract/operations/hostname-collector';
import { z } from 'zod';
import { defineListParams } from '../../ui/list/list-params.ts';

/** State of the list in the address (K-62). */
export const collectorParams = defineListParams({
  filters: { status: z.enum(collectedStatuses) },
  sorts: collectedSorts,
  defaultDirection: 'desc',
  dialogs: ['add'],
});
