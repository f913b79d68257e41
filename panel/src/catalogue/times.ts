import { formatDateTime, relativeWord } from '../foundation/dates.ts';

/** The wire counts seconds. */
export const dateOf = (timestamp: number): Date => new Date(timestamp * 1000);

/** `há 2 h`; «nunca» where there is no time. */
export const agoWord = (timestamp: number | null, now: Date): string =>
  timestamp === null ? 'nunca' : relativeWord(dateOf(timestamp), now);

export const fullTime = (timestamp: number | null): string | undefined =>
  timestamp === null ? undefined : formatDateTime(dateOf(timestamp));
