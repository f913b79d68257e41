/**
 * Data folder, which contains the database, the key and backups. Only the account of this process
 * can enter it.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const PRIVATE = 0o700;
/** Names that only a data folder has. */
const NAMES = new Set(['postgres', 'secret']);

/**
 * Creates the folder and its missing parents one by one. Node's recursive call is not used, because
 * it never returns on a file system that accepts no folder, such as /proc. An existing data folder
 * also becomes inaccessible to other accounts.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  await makeFolder(folder, PRIVATE);
  await closeToOthers(folder);
}

/**
 * Removes the access of other accounts to the folder. Does not change a folder of another account,
 * or a folder that contains other files, such as /tmp.
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
    // Another process may have created the folder in the meantime.
    if (error.code !== 'EEXIST') throw error;
  });
}
