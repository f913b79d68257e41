import {
  broughtKinds,
  panelOutcomes,
  panelRowSorts,
  panelRowResults,
} from '@ramal/contract/operations/panel-imports';
import { z } from 'zod';
import { defineListParams, useListParams } from '../ui/list/list-params.ts';
import { idParam } from '../ui/list/search-params.ts';

const moveParams = defineListParams({
  filters: {
    /** The dump that is open; a reload loses nothing. */
    move: idParam,
    /** Mapping step of a move that was checked already. */
    step: z.literal('map'),
    /** The server that is about to be read. */
    server: idParam,
    kind: z.enum(broughtKinds),
    result: z.enum(panelRowResults),
    outcome: z.enum(panelOutcomes),
  },
  sorts: panelRowSorts,
});

const PAGE_SIZE = 30;

export function useMoveParams() {
  const list = useListParams(moveParams, { pageSize: PAGE_SIZE });
  return {
    list,
    ...list.values,
    /** Asks whether to read a server, or asks no more. */
    askServer: (server: number | undefined) => list.change({ server }),
    /** Each step begins at the first page of all rows. */
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
