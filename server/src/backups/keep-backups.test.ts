import { describe, expect, it } from 'vitest';
import { version } from '@ramal/contract/version';
import {
  backupFileName,
  findOutdated,
  isRestorable,
  parseBackupName,
  parseBackupTime,
} from './keep-backups.ts';

const now = new Date('2026-11-23T12:00:00Z');
const HOUR_MS = 3_600_000;
/** Names of two backups a day for 400 days. */
const names = Array.from({ length: 800 }, (_, n) =>
  backupFileName(new Date(now.getTime() - n * 12 * HOUR_MS)),
);

describe('retention of backups', () => {
  it('retains the newest of seven days, four weeks and twelve months', () => {
    const gone = new Set(findOutdated(names, { days: 7, weeks: 4, months: 12 }, now));
    const stay = names.filter((name) => !gone.has(name)).map((name) => name.slice(6, 23));
    expect(stay).toEqual([
      '2026-11-23-120000',
      '2026-11-23-000000',
      ...['22', '21', '20', '19', '18', '17'].map((day) => `2026-11-${day}-120000`),
      ...['15', '08'].map((day) => `2026-11-${day}-120000`),
      ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31'].map(
        (day) => `${day}-120000`,
      ),
      ...['2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'].map(
        (day) => `${day}-120000`,
      ),
    ]);
  });

  it('never deletes other files', () => {
    const others = ['notes.txt', 'ramal-2026-99-99-000000.tar.zst.age', '../secret'];
    expect(findOutdated(others, { days: 1, weeks: 0, months: 0 }, now)).toEqual([]);
    expect(parseBackupTime('ramal-2026-11-20-140000.tar.zst.age')?.toISOString()).toBe(
      '2026-11-20T14:00:00.000Z',
    );
  });

  it('knows the release of a file and whether this release can restore it', () => {
    expect(parseBackupName('ramal-2026-11-20-140000-v0.9.12.tar.zst.age')?.version).toBe('0.9.12');
    expect(['0.9.12', version, null, '99.0.0'].map(isRestorable)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('always retains backups of the last 24 hours', () => {
    const today = names.slice(0, 2);
    expect(findOutdated(today, { days: 1, weeks: 0, months: 0 }, now)).toEqual([]);
  });
});
