/** A deleted line's two moments, as every platform writes them on the wire. */
import type { Line } from '../line.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);

export const deletionDates = (row: {
  readonly deleted_at_timestamp?: number | undefined;
  readonly restorable_until_timestamp?: number | undefined;
}): Pick<Line, 'deletion'> =>
  row.deleted_at_timestamp === undefined || row.restorable_until_timestamp === undefined
    ? {}
    : {
        deletion: { at: at(row.deleted_at_timestamp), until: at(row.restorable_until_timestamp) },
      };
