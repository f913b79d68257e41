/**
 * Decides which backups are retained: the newest backup of each of the last days, weeks and months.
 */
import { version } from '@ramal/contract/version';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { Config } from '../foundation/config.ts';
import type { BackupStore } from './stores/store.ts';

const FILE =
  /^ramal-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)(?:-v(\d+\.\d+\.\d+))?\.tar\.zst\.age$/;

/**
 * Returns the file name of a backup. The name begins with the time in UTC, so that names sort by
 * time on every machine. It also contains the release, because an older release cannot restore the
 * file.
 */
export const backupFileName = (at: Date): string => {
  const [day, time] = at.toISOString().slice(0, 19).split('T');
  return `ramal-${day}-${time!.replaceAll(':', '')}-v${version}.tar.zst.age`;
};

interface BackupName {
  readonly madeAt: Date;
  /** Null for files of releases before 0.11.0. */
  readonly version: string | null;
}

/** Parses the name of a backup file. Returns undefined for any other file. */
export function parseBackupName(name: string): BackupName | undefined {
  const match = FILE.exec(name);
  if (!match) return undefined;
  const [, year, month, day, hours, minutes, seconds, release = null] = match;
  const madeAt = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(madeAt.getTime()) ? undefined : { madeAt, version: release };
}

export const parseBackupTime = (name: string): Date | undefined => parseBackupName(name)?.madeAt;

/** True if this release can restore files of the given release. */
export const isRestorable = (release: string | null): boolean =>
  release === null || release.localeCompare(version, 'en', { numeric: true }) <= 0;

export interface StoredBackup extends BackupName {
  readonly name: string;
  readonly size: number;
}

/** Returns the backups in a store, newest first. */
export async function listStoredBackups(store: BackupStore): Promise<StoredBackup[]> {
  const backups = (await store.list('')).flatMap(({ name, size }): StoredBackup[] => {
    const parsed = parseBackupName(name);
    return parsed ? [{ name, size, ...parsed }] : [];
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
