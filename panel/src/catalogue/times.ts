import { formatDateTime, relativeWord } from '../foundation/dates.ts';

/** Converts a timestamp of the wire format, in seconds. */
export const dateOf = (timestamp: number): Date => new Date(timestamp * 1000);

/** Returns `há 2 h`, or «nunca» if the timestamp is null. */
export const agoWord = (timestamp: number | null, now: Date): string =>
  timestamp === null ? 'nunca' : relativeWord(dateOf(timestamp), now);

export const fullTime = (timestamp: number | null): string | undefined =>
  timestamp === null ? undefined : formatDateTime(dateOf(timestamp));
