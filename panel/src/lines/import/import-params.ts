import { fileRowSorts } from '@ramal/contract/lines/line-import';
import { z } from 'zod';
import { defineListParams, useListParams } from '../../ui/list/list-params.ts';
import { idParam } from '../../ui/list/search-params.ts';

const importParams = defineListParams({
  filters: {
    /** The uploaded file; a reload loses nothing. */
    file: idParam,
    /** The preview of its rows; without it the columns of the file. */
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
    /** Each step begins at the first page of all rows, in the order of the file. */
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
