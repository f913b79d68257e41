/** Checksums of the database migrations, to detect a change of a released one. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../server/migrations', import.meta.url));
// Outside the folder, because the migration runner takes every file in it for a migration.
export const checksumsFile = join(folder, '../migration-checksums.json');

/** The SHA-256 of every migration by file name. Windows line endings do not count as a change. */
export function readChecksums() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return Object.fromEntries(
    names.sort().map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return [name, createHash('sha256').update(sql).digest('hex')];
    }),
  );
}

export function readFrozen() {
  return JSON.parse(readFileSync(checksumsFile, 'utf8'));
}

export function compareMigrations(current, frozen) {
  return {
    added: Object.keys(current).filter((name) => !(name in frozen)),
    changed: Object.keys(frozen).filter(
      (name) => name in current && current[name] !== frozen[name],
    ),
    removed: Object.keys(frozen).filter((name) => !(name in current)),
  };
}
