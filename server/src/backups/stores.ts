/**
 * Where backups are kept: the folder of this machine and up to two elsewhere. The place itself tells what
 * it holds, since a database that was lost does not know.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupPlace } from '@ramal/contract/operations/backups';
import type { Config } from '../foundation/config.ts';
import { momentOf } from './keep-backups.ts';

export interface StoredBackup {
  readonly name: string;
  readonly size: number;
  readonly madeAt: Date;
}

export interface BackupStore {
  readonly place: BackupPlace;
  /** For people: the folder. */
  readonly where: string;
  /** Newest first; empty before the first one. */
  list(): Promise<StoredBackup[]>;
  open(name: string): Readable;
  /** Copies a file, reads it back and believes what was read; what is not whole is taken away again. */
  put(name: string, file: string, sha256: string): Promise<void>;
  remove(name: string): Promise<void>;
  freeBytes(): Promise<number | null>;
}

export function storesOf({
  backupFolder,
  backupRemotes,
}: Pick<Config, 'backupFolder' | 'backupRemotes'>): BackupStore[] {
  const [first, second] = backupRemotes;
  return [
    folderStore('local', backupFolder),
    ...(first ? [folderStore('remote_1', first)] : []),
    ...(second ? [folderStore('remote_2', second)] : []),
  ];
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1);

function folderStore(place: BackupPlace, folder: string): BackupStore {
  const at = (name: string): string => path.join(folder, name);
  return {
    place,
    where: folder,
    async list() {
      const found: StoredBackup[] = [];
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const name of names.toSorted(byText).toReversed()) {
        const madeAt = momentOf(name);
        // One that is outdated may be deleted between the two readings.
        const file = madeAt && (await stat(at(name)).catch(() => undefined));
        if (file) found.push({ name, size: file.size, madeAt });
      }
      return found;
    },
    open: (name) => createReadStream(at(name)),
    async put(name, file, sha256) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const partial = `${at(name)}.${process.pid}.partial`;
      try {
        await pipeline(
          createReadStream(file),
          createWriteStream(partial, { mode: 0o600, flush: true }),
        );
        if ((await digestOf(partial)) !== sha256) throw new Error('the copy differs');
        await writeFile(`${at(name)}.sha256`, checksumLine(name, sha256), { mode: 0o600 });
        await rename(partial, at(name));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async remove(name) {
      for (const one of [name, `${name}.sha256`]) await rm(at(one), { force: true });
    },
    async freeBytes() {
      const disk = await statfs(folder).catch(() => undefined);
      return disk ? disk.bavail * disk.bsize : null;
    },
  };
}

/** For `sha256sum -c`: that a copy is whole is seen without the key. */
export const checksumLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`;

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
