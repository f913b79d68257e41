/**
 * Checksums of the database migrations, with which a change of a released migration is detected.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../server/migrations', import.meta.url));
// The file is outside the folder, because the migration runner would execute every file in the
// folder.
export const checksumsFile = join(folder, '../migration-checksums.json');

/**
 * Returns the SHA-256 of every migration by file name. Windows line endings do not count as a
 * change.
 */
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
