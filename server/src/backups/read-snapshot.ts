/** Opens a backup: decrypts, decompresses and hands out its entries, one after the other. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract as createExtract } from 'tar-stream';
import { BrokenAgeFile, type Identity, OtherAgeKey, decryptWith } from './age-stream.ts';

export type Damage =
  | 'wrong-key'
  | 'damaged'
  | 'cut'
  | 'newer'
  | 'broken-links'
  | 'unsigned'
  | 'forged';

/** A backup that cannot be restored, and in what way. */
export class UnusableBackup extends Error {
  readonly damage: Damage;
  constructor(damage: Damage, message: string) {
    super(message);
    this.damage = damage;
  }
}

export interface SnapshotEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly content: AsyncIterable<Buffer>;
}

/** Every entry is read to its end before the next one is asked for. */
export async function* readSnapshot(
  source: Readable,
  identities: readonly Identity[],
): AsyncGenerator<SnapshotEntry> {
  const extract = createExtract();
  const reading = pipeline(
    source,
    (encrypted: AsyncIterable<Uint8Array>) => decrypted(encrypted, identities),
    createZstdDecompress(),
    extract,
  );
  // Told below, where the entries end.
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
    if (error instanceof UnusableBackup) throw error;
    const cause = await reading.then(
      () => error,
      (reason: unknown) => reason,
    );
    if (cause instanceof UnusableBackup) throw cause;
    throw isOurs(cause) ? new UnusableBackup('damaged', (cause as Error).message) : cause;
  }
}

/** Errors of the system carry a code in capitals; what the formats say does not, except for zstd's. */
function isOurs(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return code === '' || code.startsWith('ZSTD_') || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Says what is wrong with a backup in one way, whatever it is. */
export async function* decrypted(
  encrypted: AsyncIterable<Uint8Array>,
  identities: readonly Identity[],
): AsyncGenerator<Buffer> {
  try {
    yield* decryptWith(identities, encrypted);
  } catch (error) {
    if (error instanceof OtherAgeKey) throw new UnusableBackup('wrong-key', error.message);
    if (error instanceof BrokenAgeFile) throw new UnusableBackup('damaged', error.message);
    throw error;
  }
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
    throw new UnusableBackup('damaged', `${name} is not as this build knows it`);
  }
}
