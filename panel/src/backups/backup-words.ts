/** What can be promised about the backups, in words, from what was measured. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { BackupPlace, viewBackups } from '@ramal/contract/operations/backups';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';

export type Backups = ResponseOf<typeof viewBackups>;

export const placeNames: Readonly<Record<BackupPlace, string>> = {
  local: 'Local',
  remote_1: 'Servidor 1',
  remote_2: 'Servidor 2',
};

/** Twice the time between two backups, with room for a slow one. */
const LATE_MS = 25 * HOUR_MS;
const DRILL_VALID_MS = 10 * DAY_MS;

/** `40 s`, `6 min`, `7 h 12 min`, `3 dias`. */
export function durationWords(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(1, Math.round(ms / 1000))} s`;
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) {
    const minutes = Math.round((ms % HOUR_MS) / MINUTE_MS);
    const hours = Math.floor(ms / HOUR_MS);
    return minutes > 0 && minutes < 60 ? `${hours} h ${minutes} min` : `${hours} h`;
  }
  return `${Math.floor(ms / DAY_MS)} dias`;
}

export interface Promises {
  readonly keyIsProven: boolean;
  readonly copyIsFresh: boolean;
  /** A drill within ten days whose every answer was right. */
  readonly drillHasPassed: boolean;
  /** A place elsewhere holds a copy that is fresh. */
  readonly isElsewhere: boolean;
  /** All four: only then is the card green. */
  readonly isGreen: boolean;
}

export function promisesOf(backups: Backups, now: Date): Promises {
  const ageOf = (seconds: number | null | undefined): number =>
    seconds === null || seconds === undefined ? Infinity : now.getTime() - seconds * 1000;
  const { key, drill } = backups;
  const keyIsProven = key !== null && key.proven_at_timestamp !== null;
  const copyIsFresh = ageOf(backups.last_good_timestamp) < LATE_MS && !backups.last?.failure;
  const drillHasPassed =
    drill !== null && drill.failure === null && ageOf(drill.finished_at_timestamp) < DRILL_VALID_MS;
  const isElsewhere = [backups.remote_1, backups.remote_2].some(
    ([newest]) => ageOf(newest?.created_timestamp) < LATE_MS,
  );
  return {
    keyIsProven,
    copyIsFresh,
    drillHasPassed,
    isElsewhere,
    isGreen: keyIsProven && copyIsFresh && drillHasPassed && isElsewhere,
  };
}

/** «perderia 7 h 12 min, voltaria em 6 min». */
export function measuredSentence(backups: Backups, now: Date): string {
  const { last_good_timestamp: last, drill } = backups;
  if (last === null) return 'perderia tudo';
  const lost = `perderia ${durationWords(now.getTime() - last * 1000)}`;
  return drill && promisesOf(backups, now).drillHasPassed
    ? `${lost}, voltaria em ${durationWords(drill.seconds * 1000)}`
    : `${lost}, não se sabe quando voltaria`;
}
