/** Opens a backup: decrypts, decompresses and hands out its entries, one after the other. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract as createExtract } from 'tar-stream';

export type Damage = 'wrong-key' | 'damaged' | 'cut' | 'newer' | 'broken-links';

/** A backup that cannot be restored, and in what way. */
export class UnusableBackup extends Error {
  readonly damage: Damage;
  constructor(damage: Damage, message: string) {
    super(message);
    this.damage = damage;
  }
}

export type Identity = string | CryptoKey;

export interface SnapshotEntry {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

/** Every entry is read to its end before the next one is asked for. */
export async function* readSnapshot(
  source: Readable,
  identity: Identity,
): AsyncGenerator<SnapshotEntry> {
  const extract = createExtract();
  const reading = pipeline(
    source,
    (encrypted: AsyncIterable<Uint8Array>) => decrypted(encrypted, identity),
    createZstdDecompress(),
    extract,
  );
  // Told below, where the entries end.
  reading.catch(() => undefined);
  try {
    for await (const entry of extract)
      yield { name: entry.header.name, content: entry as AsyncIterable<Buffer> };
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

async function* decrypted(
  encrypted: AsyncIterable<Uint8Array>,
  identity: Identity,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const stream = Readable.toWeb(Readable.from(encrypted)) as ReadableStream<Uint8Array>;
  let plain: AsyncIterable<Uint8Array>;
  try {
    plain = (await decrypter.decrypt(
      stream as globalThis.ReadableStream<Uint8Array>,
    )) as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { message } = error as Error;
    const damage = message.includes('no identity matched') ? 'wrong-key' : 'damaged';
    throw new UnusableBackup(damage, message);
  }
  yield* plain;
}
