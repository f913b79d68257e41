import { boxFilters, boxSorts } from '@ramal/contract/boxes/boxes';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';
import { searchParam } from '../ui/list/search-params.ts';

/** `line` (a user name) and `mac` (a MAC address) prefill the dialog that registers a box. */
export const boxParams = defineListParams({
  filters: {
    filter: z.enum(boxFilters),
    line: searchParam,
    mac: z.string().max(17),
  },
  sorts: boxSorts,
  dialogs: ['create', 'message', 'replace', 'move', 'channel', 'room', 'history'],
  target: 'box',
  viewParams: ['search', 'filter', 'sort', 'dir'],
});
