import { batchSorts } from '@ramal/contract/batches';
import { defineListParams } from '../ui/list/list-params.ts';
import { idParam } from '../ui/list/search-params.ts';

/** The list's page, and the batch whose dialog is open. */
export const batchParams = defineListParams({
  filters: { batch: idParam },
  sorts: batchSorts,
  defaultDirection: 'desc',
  aliases: { names: { lote: 'batch' } },
});
