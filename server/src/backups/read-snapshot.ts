/** Opens a backup: decrypts it, decompresses it and yields its entries one by one. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract as createExtract } from 'tar-stream';
import { type Identity, decryptWith } from './age-stream.ts';
import { BackupError } from './backup-error.ts';

interface SnapshotEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Yields the entries of a backup. The caller must read every entry to its end before it requests
 * the next one.
 */
export async function* readSnapshot(
  source: Readable,
  identities: readonly Identity[],
): AsyncGenerator<SnapshotEntry> {
  const extract = createExtract();
  const reading = pipeline(
    source,
    (encrypted: AsyncIterable<Uint8Array>) => decryptWith(identities, encrypted),
    createZstdDecompress(),
    extract,
  );
  // Prevents an unhandled rejection. The failure is thrown below, after the last entry.
  reading.catch(() => undefined);
  try {
    for await (const entry of extract)
      yield {
        name: entry.header.name,
        isFolder: entry.header.type === 'directory',
        content: entry as AsyncIterable<Buffer>,
      };
    await reading;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const cause = await reading.then(
      () => error,
      (reason: unknown) => reason,
    );
    if (cause instanceof BackupError) throw cause;
    throw isOurs(cause) ? new BackupError('damaged', (cause as Error).message) : cause;
  }
}

/**
 * True if the error means that the file is damaged. Errors of the formats have no code, a code of
 * zstd, or the code of a stream that ended early. Errors of the system have other codes.
 */
function isOurs(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return code === '' || code.startsWith('ZSTD_') || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

export const readJson = async <T>(
  schema: { parse(value: unknown): T },
  content: AsyncIterable<Buffer>,
  name: string,
): Promise<T> => parseJson(schema, await buffer(content), name);

export function parseJson<T>(schema: { parse(value: unknown): T }, bytes: Buffer, name: string): T {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new BackupError('damaged', `${name} is not as this build knows it`);
  }
}
