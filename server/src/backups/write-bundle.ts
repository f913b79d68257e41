/** Writes a bundle: tar, compressed with zstd, encrypted with age, in one file and with little memory. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { type Header, type Pack, pack as createPack } from 'tar-stream';
import type { Config } from '../foundation/config.ts';
import { encryptTo } from './age-stream.ts';

export interface BundleTarget {
  readonly file: string;
  readonly recipients: readonly string[];
}

export interface WrittenBundle {
  readonly bytes: number;
  /** Of the encrypted file. */
  readonly sha256: string;
}

/** What `packing` puts into the tar, and ends, is in the file once this resolves. */
export async function writeBundle<T>(
  target: BundleTarget,
  packing: (tar: Pack) => Promise<T>,
): Promise<WrittenBundle & { readonly packed: T }> {
  const tar = createPack();
  const writing = writeSealed(target, Readable.from(tar));
  const packed = packing(tar).catch((error: unknown) => {
    tar.destroy(error as Error);
    throw error;
  });
  // When the disk is full, the packing would wait for a reader that is gone.
  writing.catch((error: unknown) => tar.destroy(error as Error));
  try {
    const [result, written] = await Promise.all([packed, writing]);
    return { ...written, packed: result };
  } finally {
    await Promise.allSettled([packed, writing]);
  }
}

/** Compressed, encrypted, and on the disk once this resolves. */
export async function writeSealed(
  { file, recipients }: BundleTarget,
  plain: Readable,
): Promise<WrittenBundle> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    plain,
    createZstdCompress(),
    async function* (compressed: AsyncIterable<Uint8Array>) {
      for await (const chunk of encryptTo(recipients, compressed)) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** Resolves once the reader has room for more. */
export const addEntry = (tar: Pack, name: string, bytes: Buffer): Promise<void> =>
  addStreamedEntry(tar, { name, size: bytes.length, mode: 0o600 }, [bytes]);

export const addStreamedEntry = (
  tar: Pack,
  header: Partial<Header> & Pick<Header, 'name'>,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const entry = tar.entry(header, (error) => (error ? reject(error) : resolve()));
    if (header.type === 'directory') return;
    pipeline(content, entry as unknown as NodeJS.WritableStream).catch(reject);
  });

export const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** The master key, without which what the database holds encrypted is lost; one that is configured is the operator's to keep. */
export const readMasterKey = async ({
  secret,
  dataFolder,
}: Pick<Config, 'secret' | 'dataFolder'>): Promise<Buffer | undefined> =>
  secret ? undefined : readFile(path.join(dataFolder, 'secret')).catch(() => undefined);
