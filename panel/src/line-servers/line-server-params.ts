import {
  differenceKinds,
  differenceSorts,
  pushSorts,
  pushStates,
} from '@ramal/contract/operations/line-servers';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const serverParams = defineListParams({
  sorts: ['name', 'host', 'platform', 'state', 'lines', 'waiting', 'differences', 'compared_at'],
  dialogs: ['create', 'edit'],
  target: 'server',
});

/**
 * Tabs of a server's screen. The tab of the differences is the default and has no value in the
 * address.
 */
export const serverTabs = ['waiting', 'products'] as const;
export type ServerTab = (typeof serverTabs)[number];

const tab = { tab: z.enum(serverTabs) };

export const differenceParams = defineListParams({
  filters: { ...tab, kind: z.enum(differenceKinds), ignored: z.literal('1') },
  sorts: differenceSorts,
  viewParams: ['search', 'kind', 'ignored', 'sort', 'dir'],
});

export const pushParams = defineListParams({
  filters: { ...tab, state: z.enum(pushStates) },
  sorts: pushSorts,
  viewParams: ['search', 'state', 'sort', 'dir'],
});
