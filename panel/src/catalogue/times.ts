import { formatDateTime, relativeWord } from '../foundation/dates.ts';

/** Converts a timestamp of the wire format, in seconds. */
export const toDate = (timestamp: number): Date => new Date(timestamp * 1000);

/** Returns `há 2 h`, or «nunca» if the timestamp is null. */
export const agoWord = (timestamp: number | null, now: Date): string =>
  timestamp === null ? 'nunca' : relativeWord(toDate(timestamp), now);

export const fullTime = (timestamp: number | null): string | undefined =>
  timestamp === null ? undefined : formatDateTime(toDate(timestamp));
