/**
 * Retention of backups: the newest backup of each of the last days, weeks and months is retained.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { Config } from '../foundation/config.ts';
import type { BackupStore } from './stores/store.ts';

const FILE = /^ramal-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)\.tar\.zst\.age$/;

/**
 * Returns the file name, which contains the time in UTC, so that names sort by time on every
 * machine.
 */
export const backupFileName = (at: Date): string => {
  const [day, time] = at.toISOString().slice(0, 19).split('T');
  return `ramal-${day}-${time!.replaceAll(':', '')}.tar.zst.age`;
};

/** Returns the time in the name of a backup. Undefined for files that are not backups. */
export function parseBackupTime(name: string): Date | undefined {
  const match = FILE.exec(name);
  if (!match) return undefined;
  const [, year, month, day, hours, minutes, seconds] = match;
  const at = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

export interface StoredBackup {
  readonly name: string;
  readonly size: number;
  readonly madeAt: Date;
}

/** Returns the backups in a store, newest first. */
export async function listStoredBackups(store: BackupStore): Promise<StoredBackup[]> {
  const backups = (await store.list('')).flatMap(({ name, size }): StoredBackup[] => {
    const madeAt = parseBackupTime(name);
    return madeAt ? [{ name, size, madeAt }] : [];
  });
  return backups.toReversed();
}

/** Returns the names that may be deleted. Backups of the last 24 hours are never returned. */
export function findOutdated(
  names: readonly string[],
  { days, weeks, months }: Config['backupKeep'],
  now: Date,
): string[] {
  const newestFirst = names
    .filter((name) => parseBackupTime(name) !== undefined)
    .toSorted()
    .toReversed();
  const retained = new Set(
    newestFirst.filter((name) => now.getTime() - parseBackupTime(name)!.getTime() < DAY_MS),
  );
  for (const [count, periodOf] of [
    [days, dayOf],
    [weeks, weekOf],
    [months, monthOf],
  ] as const) {
    const seen = new Set<string>();
    for (const name of newestFirst) {
      const period = periodOf(parseBackupTime(name)!);
      if (seen.has(period) || seen.size >= count) continue;
      seen.add(period);
      retained.add(name);
    }
  }
  return newestFirst.filter((name) => !retained.has(name));
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
/** Returns the Monday of the week. */
const weekOf = (at: Date): string =>
  dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS));
