/**
 * Writes a bundle into one file: a tar archive, compressed with zstd and encrypted with age. Uses
 * little memory.
 */
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
import { MANIFEST_ENTRY, SIGNATURE_ENTRY } from './bundle-format.ts';
import { type EntryList, describeContent } from './entry-list.ts';
import type { SignedKind, Signer } from './signature.ts';

export interface BundleTarget {
  readonly file: string;
  readonly recipients: readonly string[];
}

/** Bundle while it is written, with the entries that it has so far. */
export interface Bundle {
  readonly tar: Pack;
  readonly entries: EntryList;
}

export interface WrittenBundle {
  readonly bytes: number;
  /** Checksum of the encrypted file. */
  readonly sha256: string;
}

/**
 * Writes a bundle with the entries that `packing` adds to the tar. Resolves when the file is
 * complete.
 */
export async function writeBundle<T>(
  target: BundleTarget,
  packing: (bundle: Bundle) => Promise<T>,
): Promise<WrittenBundle & { readonly packed: T }> {
  const tar = createPack();
  const writing = writeSealed(target, Readable.from(tar));
  const packed = packing({ tar, entries: {} }).catch((error: unknown) => {
    tar.destroy(error as Error);
    throw error;
  });
  // Destroys the tar if writing fails. On a full disk, the packing would otherwise wait forever for
  // its reader.
  writing.catch((error: unknown) => tar.destroy(error as Error));
  try {
    const [result, written] = await Promise.all([packed, writing]);
    return { ...written, packed: result };
  } finally {
    await Promise.allSettled([packed, writing]);
  }
}

/**
 * Compresses and encrypts the content. Resolves when the file is on the disk. Passes the SHA-256 of
 * the plain content to `trailer` and writes its result after the compressed content.
 */
export async function writeSealed(
  { file, recipients }: BundleTarget,
  plain: Readable,
  trailer?: (plainSha256: string) => Buffer,
): Promise<WrittenBundle> {
  const hash = createHash('sha256');
  const plainHash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    plain,
    async function* (parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        if (trailer) plainHash.update(part);
        yield part;
      }
    },
    createZstdCompress(),
    async function* (compressed: AsyncIterable<Uint8Array>) {
      yield* compressed;
      if (trailer) yield trailer(plainHash.digest('hex'));
    },
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

/** Adds an entry. Resolves when the reader can accept more data. */
export async function addEntry(
  { tar, entries }: Bundle,
  name: string,
  bytes: Buffer,
): Promise<void> {
  entries[name] = describeContent(bytes);
  await addBytes(tar, name, bytes);
}

const addBytes = (tar: Pack, name: string, bytes: Buffer): Promise<void> =>
  addStreamedEntry(tar, { name, size: bytes.length, mode: 0o600 }, [bytes]);

/**
 * Ends the bundle with its manifest and the manifest's signature. The manifest contains the list of
 * entries.
 */
export async function sealBundle(
  { tar, entries }: Bundle,
  manifest: object,
  { kind, signer }: { readonly kind: SignedKind; readonly signer: Signer },
): Promise<void> {
  const bytes = toJson({ ...manifest, entries });
  await addBytes(tar, MANIFEST_ENTRY, bytes);
  await addBytes(tar, SIGNATURE_ENTRY, signer.sign(kind, bytes));
  tar.finalize();
}

/** Streams a file or folder into the tar without recording it in the `entries` of the bundle. */
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

export const toJson = (value: unknown): Buffer =>
  Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/**
 * Returns the master key, which decrypts the secrets in the database. Returns undefined if the key
 * is in the configuration, because the operator then stores it.
 */
export const readMasterKey = async ({
  secret,
  dataFolder,
}: Pick<Config, 'secret' | 'dataFolder'>): Promise<Buffer | undefined> =>
  secret ? undefined : readFile(path.join(dataFolder, 'secret')).catch(() => undefined);
