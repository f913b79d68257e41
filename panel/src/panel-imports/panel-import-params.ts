import {
  importedKinds,
  panelOutcomes,
  panelRowSorts,
  panelRowResults,
} from '@ramal/contract/operations/panel-imports';
import { z } from 'zod';
import { defineListParams, useListParams } from '../ui/list/list-params.ts';
import { idParam } from '../ui/list/search-params.ts';

const panelImportParams = defineListParams({
  filters: {
    /** Id of the open panel import, so that a reload keeps it. */
    move: idParam,
    /** Shows the mapping step of a panel import that was already checked. */
    step: z.literal('map'),
    /** Id of the server to read, while its confirmation is open. */
    server: idParam,
    kind: z.enum(importedKinds),
    result: z.enum(panelRowResults),
    outcome: z.enum(panelOutcomes),
  },
  sorts: panelRowSorts,
});

const PAGE_SIZE = 30;

export function usePanelImportParams() {
  const list = useListParams(panelImportParams, { pageSize: PAGE_SIZE });
  return {
    list,
    ...list.values,
    /** Opens the confirmation to read a server, or closes it. */
    askServer: (server: number | undefined) => list.change({ server }),
    /** Each step starts at the first page of all rows. */
    goTo: (move: number | undefined, step?: 'map') =>
      list.push({
        move,
        step,
        server: undefined,
        kind: undefined,
        result: undefined,
        outcome: undefined,
        search: undefined,
        sort: undefined,
        dir: undefined,
        page: undefined,
      }),
  };
}
