import type { EventGroup } from '@ramal/contract/logs';

/** Link parameters for the rows of the log that a figure of this month counts (Q-COUNTS). */
export const toLogLink = (group: EventGroup, reseller?: number) => ({
  to: '/log' as const,
  search: { group, ...(reseller === undefined ? {} : { reseller }) },
});
