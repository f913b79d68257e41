/** Store in a folder of this machine: a local folder, a mounted disk or a network share. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupStoreName } from '@ramal/contract/operations/backups';
import { type BackupStore, type StoredFile, compareNames, hashContent } from './store.ts';
import { BackupError } from '../backup-error.ts';

export function folderStore(place: BackupStoreName, folder: string): BackupStore {
  const at = (name: string): string => path.join(folder, name);
  return {
    place,
    where: folder,
    async list(inFolder) {
      const files: StoredFile[] = [];
      for (const entry of await entriesOf(at(inFolder))) {
        const name = path.posix.join(inFolder, entry);
        // The file may be deleted as outdated between the listing and this read.
        const file = await stat(at(name)).catch(() => undefined);
        if (file?.isFile()) files.push({ name, size: file.size });
      }
      return files.toSorted(compareNames);
    },
    async open(name) {
      const file = createReadStream(at(name));
      await new Promise((resolve, reject) => file.once('open', resolve).once('error', reject));
      return file;
    },
    async put(name, file, sha256) {
      await mkdir(path.dirname(at(name)), { recursive: true, mode: 0o700 });
      const partial = `${at(name)}.${process.pid}.partial`;
      try {
        await pipeline(
          createReadStream(file),
          createWriteStream(partial, { mode: 0o600, flush: true }),
        );
        if ((await hashContent(createReadStream(partial))) !== sha256)
          throw new BackupError('copy-mismatch', `${name} is not what was sent`);
        await rename(partial, at(name));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async remove(names) {
      for (const name of names) await rm(at(name), { force: true });
    },
    async freeBytes() {
      const disk = await statfs(folder).catch(() => undefined);
      return disk ? disk.bavail * disk.bsize : null;
    },
  };
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}
