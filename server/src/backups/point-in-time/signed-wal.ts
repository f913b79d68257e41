/**
 * Signs and verifies the files of the write-ahead log. The signature is in a frame after the
 * content. zstd skips this frame.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { SIGNATURE_BYTES, type Signer, type TrustedSigners, refuseForged } from '../signature.ts';

/** Header of a skippable zstd frame: its magic number and the length of its content. */
const FRAME_HEADER = Buffer.from('5a2a4d1840000000', 'hex');
const FRAME_BYTES = FRAME_HEADER.length + SIGNATURE_BYTES;

const decompress = promisify(zstdDecompress);

/**
 * Returns the bytes that the signature covers. They include the name of the file, so that no signed
 * file can replace another.
 */
const signedText = (file: string, plainSha256: string): Buffer =>
  Buffer.from(`${file}\n${plainSha256}\n`);

export const walTrailer =
  (signer: Signer, file: string) =>
  (plainSha256: string): Buffer =>
    Buffer.concat([FRAME_HEADER, signer.sign('wal', signedText(file, plainSha256))]);

/** Decompresses a file of the write-ahead log. Rejects files without a trusted signature. */
export async function openSignedWal(
  sealed: Buffer,
  { file, trusted }: { readonly file: string; readonly trusted: TrustedSigners },
): Promise<Buffer> {
  const frame = sealed.subarray(-FRAME_BYTES);
  const isSigned = frame.subarray(0, FRAME_HEADER.length).equals(FRAME_HEADER);
  const plain = await decompress(isSigned ? sealed.subarray(0, -FRAME_BYTES) : sealed);
  const plainSha256 = createHash('sha256').update(plain).digest('hex');
  refuseForged(trusted, 'wal', {
    content: signedText(file, plainSha256),
    signature: isSigned ? frame.subarray(FRAME_HEADER.length) : undefined,
  });
  return plain;
}
