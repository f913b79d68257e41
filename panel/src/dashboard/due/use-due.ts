import { getDueLines } from '@ramal/contract/lines/due-lines';
import { useCall } from '../../foundation/api/query.ts';

/** Told for each day: what a column opens to before the list takes over. */
const PER_DAY = 30;
const REFRESH_MS = 360_000;

/** Asked for once, wherever it is read. */
export const useDue = (enabled: boolean) =>
  useCall(
    getDueLines,
    { query: { perDay: PER_DAY } },
    { enabled, readableOffline: true, ...(enabled ? { refreshEveryMs: REFRESH_MS } : {}) },
  );
