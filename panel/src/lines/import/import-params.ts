import { fileRowSorts } from '@ramal/contract/lines/line-import';
import { z } from 'zod';
import { defineListParams, useListParams } from '../../ui/list/list-params.ts';
import { idParam } from '../../ui/list/search-params.ts';

const importParams = defineListParams({
  filters: {
    /** Id of the uploaded file, so that a reload keeps it. */
    file: idParam,
    /** Present for the preview of the rows; absent for the columns. */
    step: z.literal('check'),
    result: z.enum(['ok', 'refused']),
  },
  sorts: fileRowSorts,
  aliases: {
    names: { arquivo: 'file', passo: 'step', situacao: 'result', verdict: 'result' },
    values: { step: { conferencia: 'check' } },
  },
});

const PAGE_SIZE = 30;

export function useImportParams() {
  const list = useListParams(importParams, { pageSize: PAGE_SIZE });
  return {
    list,
    ...list.values,
    /** Opens a step with the first page of all rows, in the order of the file. */
    goTo: (file: number | undefined, step?: 'check') =>
      list.push({
        file,
        step,
        result: undefined,
        sort: undefined,
        dir: undefined,
        page: undefined,
      }),
  };
}
