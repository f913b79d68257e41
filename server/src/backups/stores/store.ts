/**
 * Storage for backups: the local folder and up to two remote stores. The list of files always comes
 * from the store, because the database may be lost.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupStoreName } from '@ramal/contract/operations/backups';

export interface StoredFile {
  /** File name with its folder, such as `wal/…`. */
  readonly name: string;
  readonly size: number;
}

export interface BackupStore {
  readonly place: BackupStoreName;
  /** Folder or address of the store without secrets, as text for people. */
  readonly where: string;
  /**
   * Returns the files of one folder, sorted by name. '' is the root. The list is empty if the
   * folder does not exist.
   */
  list(folder: string): Promise<StoredFile[]>;
  open(name: string): Promise<Readable>;
  /** Copies a file to the store and verifies it by reading it back. Deletes a damaged copy. */
  put(name: string, file: string, sha256: string): Promise<void>;
  /** Removes the files. Missing files are ignored. */
  remove(names: readonly string[]): Promise<void>;
  /** Returns the free space in bytes, or null if the store does not report it. */
  freeBytes(): Promise<number | null>;
}

export async function hashContent(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

/** Returns the text line that `sha256sum -c` reads to verify a copy without the key. */
export const checksumLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`;

export const folderName = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

export const compareNames = (a: StoredFile, b: StoredFile): number => (a.name < b.name ? -1 : 1);
