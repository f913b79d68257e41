import { batchSorts } from '@ramal/contract/batches';
import { defineListParams } from '../ui/list/list-params.ts';
import { idParam } from '../ui/list/search-params.ts';

/** Parameters of the list in the address. `batch` is the id of the batch in the open dialog. */
export const batchParams = defineListParams({
  filters: { batch: idParam },
  sorts: batchSorts,
  defaultDirection: 'desc',
  aliases: { names: { lote: 'batch' } },
});
