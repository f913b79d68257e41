import { getDueLines } from '@ramal/contract/lines/due-lines';
import { useCall } from '../../foundation/api/query.ts';

/** Maximum number of customers that the board shows for one day. The list shows all of them. */
const CUSTOMERS_PER_DAY = 30;
const REFRESH_MS = 360_000;

/** Reads the due lines. All components that use this hook share one request. */
export const useDue = (enabled: boolean) =>
  useCall(
    getDueLines,
    { query: { perDay: CUSTOMERS_PER_DAY } },
    { enabled, readableOffline: true, ...(enabled ? { refreshEveryMs: REFRESH_MS } : {}) },
  );
