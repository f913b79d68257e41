import { createHash, randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { secretsFrom } from '../../foundation/secrets.ts';
import { installationSigner } from '../signature.ts';
import { openSignedWal, walTrailer } from './signed-wal.ts';

const [signer, otherSigner] = [7, 8].map((byte) =>
  installationSigner(secretsFrom(Buffer.alloc(32, byte))),
) as [ReturnType<typeof installationSigner>, ReturnType<typeof installationSigner>];
const file = 'wal/segment';
const plain = randomBytes(1_000);
const plainSha256 = createHash('sha256').update(plain).digest('hex');

const open = (...parts: Buffer[]): Promise<Buffer> =>
  openSignedWal(Buffer.concat([zstdCompressSync(plain), ...parts]), {
    file,
    trusted: [signer.publicKey],
  });

it('opens a segment that a trusted installation signed under its name', async () => {
  expect((await open(walTrailer(signer, file)(plainSha256))).equals(plain)).toBe(true);
});

it('rejects a segment without a signature', async () => {
  await expect(open()).rejects.toThrow('it has no signature');
});

it.each([
  ['by another installation', walTrailer(otherSigner, file)(plainSha256)],
  ['under another name', walTrailer(signer, `${file}x`)(plainSha256)],
  ['with other content', walTrailer(signer, file)(plainSha256.replaceAll('0', '1'))],
])('rejects a segment that was signed %s', async (_, trailer) => {
  await expect(open(trailer)).rejects.toThrow('no trusted installation signed it');
});
