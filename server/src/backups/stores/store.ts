/**
 * Where backups are kept: the folder of this machine and up to two places elsewhere. The place itself tells
 * what it holds, since a database that was lost does not know.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupPlace } from '@ramal/contract/operations/backups';

export interface StoredFile {
  /** With its folder: `wal/…`. */
  readonly name: string;
  readonly size: number;
}

export interface BackupStore {
  readonly place: BackupPlace;
  /** For people, without anything secret: the folder or the address. */
  readonly where: string;
  /** The files of one folder, by name; the top one is ''. Empty before the first one. */
  list(folder: string): Promise<StoredFile[]>;
  open(name: string): Promise<Readable>;
  /** Copies a file, reads it back and believes what was read; what is not whole is taken away again. */
  put(name: string, file: string, sha256: string): Promise<void>;
  /** What is not there is removed already. */
  remove(names: readonly string[]): Promise<void>;
  /** Null where nobody tells. */
  freeBytes(): Promise<number | null>;
}

/** A file came back otherwise than it was sent. */
export class CopyDiffers extends Error {
  constructor(name: string) {
    super(`${name} is not what was sent`);
  }
}

export async function digestOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

/** For `sha256sum -c`: that a copy is whole is seen without the key. */
export const checksumLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`;

export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

export const byName = (one: StoredFile, other: StoredFile): number =>
  one.name < other.name ? -1 : 1;
