/**
 * Data folder, which contains the database, the key and backups. Only its own account can enter it.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const PRIVATE = 0o700;
/** Names that only a data folder has. */
const NAMES = new Set(['postgres', 'secret']);

/**
 * Creates the folder and its parents one by one. On file systems that accept no folder, such as
 * /proc, the recursive call of Node never returns. An existing folder, from an earlier release or
 * the operator, is closed to other accounts too.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  await makeFolder(folder, PRIVATE);
  await closeToOthers(folder);
}

/**
 * Closes the folder to other accounts. A folder with files of others, such as /tmp, or of another
 * account is not changed.
 */
async function closeToOthers(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  if ((mode & 0o077) === 0 || uid !== process.getuid?.()) return;
  const names = await readdir(folder);
  if (names.length === 0 || names.some((name) => NAMES.has(name))) await chmod(folder, PRIVATE);
}

async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another process may have created it in the meantime.
    if (error.code !== 'EEXIST') throw error;
  });
}
