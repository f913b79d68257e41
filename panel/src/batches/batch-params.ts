import { batchSorts } from '@ramal/contract/batches';
import { defineListParams } from '../ui/list/list-params.ts';
import { idParam } from '../ui/list/search-params.ts';

/** The page of the list, and the batch of the open dialog. */
export const batchParams = defineListParams({
  filters: { batch: idParam },
  sorts: batchSorts,
  defaultDirection: 'desc',
  aliases: { names: { lote: 'batch' } },
});
