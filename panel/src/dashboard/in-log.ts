import type { EventGroup } from '@ramal/contract/logs';

/** The log's rows that a figure of this month counts (Q-COUNTS). */
export const inLog = (group: EventGroup, reseller?: number) => ({
  to: '/log' as const,
  search: { group, ...(reseller === undefined ? {} : { reseller }) },
});
