import {
  eventGroups,
  FIRST_LOG_YEAR,
  type LogType,
  logSorts,
  logTypes,
} from '@ramal/contract/logs';
import { z } from 'zod';
import { defineListParams, useListParams } from '../ui/list/list-params.ts';
import { idParam } from '../ui/list/search-params.ts';
import { dateParts } from './months.ts';

/**
 * Parameters of the log. The address contains the month, so that a filtered log can be shared
 * (Q-PAGING). A saved view does not contain the month, because a stored month would soon be
 * outdated.
 */
export const logParams = defineListParams({
  filters: {
    reseller: idParam,
    /** Name of the account, shown before the account is loaded. */
    name: z.union([z.string().max(100), z.number().transform(String)]),
    month: z.int().min(1).max(12),
    year: z.int().min(FIRST_LOG_YEAR).max(2100),
    logType: z.literal(logTypes),
    /** Group of events. The home screen and the reports count these groups and link to them. */
    group: z.enum(eventGroups),
  },
  sorts: logSorts,
  defaultDirection: 'desc',
  viewParams: ['reseller', 'name', 'logType', 'group', 'search', 'sort', 'dir'],
});

/** Filters of the log. The defaults are the current month and all types. */
export function useLogParams(now: Date) {
  const params = useListParams(logParams, 'log');
  const { reseller, month, year, logType, group, search } = params.values;
  const today = dateParts(now);
  const filters = {
    month: month ?? today.month,
    year: year ?? today.year,
    logType: logType ?? (-1 as LogType),
    ...(reseller === undefined ? {} : { reseller }),
    ...(group ? { group } : {}),
    ...(search ? { search } : {}),
  };
  return { params, filters };
}

export type LogParams = ReturnType<typeof useLogParams>['params'];
export type LogFilterValues = ReturnType<typeof useLogParams>['filters'];
