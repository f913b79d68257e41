import { duplicateSorts } from '@ramal/contract/resellers/reseller-tree';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const duplicateParams = defineListParams({
  /** The IP address whose accounts are tracked. */
  filters: { track: z.string().max(45) },
  sorts: duplicateSorts,
  defaultDirection: 'desc',
  viewParams: ['search', 'sort', 'dir'],
  aliases: { names: { rastrear: 'track' } },
});
