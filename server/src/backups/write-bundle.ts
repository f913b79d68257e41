/**
 * Writes a bundle with little memory: a tar archive, compressed with zstd and encrypted with age,
 * in one file.
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

/** A bundle that is being written, with its entries so far. */
export interface Bundle {
  readonly tar: Pack;
  readonly entries: EntryList;
}

export interface WrittenBundle {
  readonly bytes: number;
  /** Checksum of the encrypted file. */
  readonly sha256: string;
}

/** Writes the entries that `packing` adds to the tar. Resolves when the file is complete. */
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
  // Destroy the tar, because on a full disk the packing would wait forever for its reader.
  writing.catch((error: unknown) => tar.destroy(error as Error));
  try {
    const [result, written] = await Promise.all([packed, writing]);
    return { ...written, packed: result };
  } finally {
    await Promise.allSettled([packed, writing]);
  }
}

/**
 * Compresses and encrypts the content. Resolves when it is on the disk. `trailer` receives the
 * SHA-256 of the plain content, and its result follows the compressed content.
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

/** Adds an entry and resolves once the reader has room for more. */
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
 * Ends the bundle with its manifest, which contains the list of entries, and with the manifest's
 * signature.
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

/** Adds a file that another list contains, such as the files of the cluster. */
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
 * Returns the master key, which decrypts the secrets in the database. Undefined if the key is
 * configured, because then the operator stores it.
 */
export const readMasterKey = async ({
  secret,
  dataFolder,
}: Pick<Config, 'secret' | 'dataFolder'>): Promise<Buffer | undefined> =>
  secret ? undefined : readFile(path.join(dataFolder, 'secret')).catch(() => undefined);
