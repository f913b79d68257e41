import { getDueLines } from '@ramal/contract/lines/due-lines';
import { useCall } from '../../foundation/api/query.ts';

/** Number of customers that one day of the board can show. The list contains the rest. */
const CUSTOMERS_PER_DAY = 30;
const REFRESH_MS = 360_000;

/** Reads the due lines. All components that use this hook share one request. */
export const useDue = (enabled: boolean) =>
  useCall(
    getDueLines,
    { query: { perDay: CUSTOMERS_PER_DAY } },
    { enabled, readableOffline: true, ...(enabled ? { refreshEveryMs: REFRESH_MS } : {}) },
  );
