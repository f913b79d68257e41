/**
 * Compares this module with the age library: each must read the files of the other, because both
 * follow the same standard.
 */
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { decryptWith, encryptTo } from './age-stream.ts';

const CHUNK = 64 * 1024;
const sizes = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 5 * CHUNK + 77];

const inParts = (bytes: Uint8Array, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) =>
      bytes.subarray(part * size, (part + 1) * size),
    ),
  );
const encrypted = (recipients: readonly string[], plain: Uint8Array) =>
  buffer(encryptTo(recipients, inParts(plain, 10_007)));
const decrypted = (identity: string, file: Uint8Array, part = 4_099) =>
  buffer(decryptWith([identity], inParts(file, part)));

describe.each([
  ['X25519', generateX25519Identity],
  ['the hybrid of X25519 and ML-KEM', generateHybridIdentity],
] as const)('with keys of %s', (_, generate) => {
  it('is compatible with the library in both directions', async () => {
    const [identity, other] = [await generate(), await generate()];
    const recipients = [await identityToRecipient(identity), await identityToRecipient(other)];
    const encrypter = new Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    for (const size of sizes) {
      const plain = randomBytes(size);
      const ours = await encrypted(recipients, plain);
      for (const key of [identity, other]) {
        const decrypter = new Decrypter();
        decrypter.addIdentity(key);
        expect(Buffer.from(await decrypter.decrypt(ours)).equals(plain)).toBe(true);
        expect((await decrypted(key, ours)).equals(plain)).toBe(true);
      }
      const theirs = await encrypter.encrypt(plain);
      for (const part of [1 + (size % 90), 300_000])
        expect((await decrypted(identity, theirs, part)).equals(plain)).toBe(true);
    }
  });
});

it('rejects a file that is truncated, changed or recombined', async () => {
  const identity = await generateX25519Identity();
  const file = await encrypted([await identityToRecipient(identity)], randomBytes(3 * CHUNK));
  const start = file.length - 3 * (CHUNK + 16);
  const pieces = [0, 1, 2].map((n) =>
    file.subarray(start + n * (CHUNK + 16), start + (n + 1) * (CHUNK + 16)),
  );
  const head = file.subarray(0, start);
  const changed = (at: number) => {
    const copy = Buffer.from(file);
    copy[at]! ^= 1;
    return copy;
  };
  const bad = [
    ...[10, start - 3, start + 1, start + CHUNK + 20].map((length) => file.subarray(0, length)),
    ...[0, start - 3, start - 1, start + 5, file.length - 1].map(changed),
    Buffer.concat([head, pieces[0]!, pieces[1]!]),
    Buffer.concat([head, pieces[1]!, pieces[0]!, pieces[2]!]),
    Buffer.concat([file, Buffer.from([0])]),
    Buffer.alloc(0),
  ];
  for (const damaged of bad)
    await expect(decrypted(identity, damaged)).rejects.toMatchObject({ kind: 'damaged' });
  await expect(decrypted(await generateX25519Identity(), file)).rejects.toMatchObject({
    kind: 'wrong-key',
  });
  // Changes the stanza of the recipient but leaves it valid base64. The file then counts as
  // encrypted for another key.
  const otherStanza = Buffer.from(file);
  otherStanza.write(otherStanza.toString('latin1', 40, 41) === 'A' ? 'B' : 'A', 40, 'latin1');
  await expect(decrypted(identity, otherStanza)).rejects.toMatchObject({ kind: 'wrong-key' });
});
