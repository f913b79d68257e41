/**
 * The data folder contains the database, the key and backups. Only its own account can enter a new
 * one.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates the folder and its parents one by one. On file systems that accept no folder, such as /proc, the recursive
 * call of Node does not return. The mode of a folder that exists is the operator's decision.
 */
export const makeDataFolder = (folder: string): Promise<void> => makeFolder(folder, 0o700);

async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another process may have created it in the meantime.
    if (error.code !== 'EEXIST') throw error;
  });
}
