/**
 * Master key and the keys derived from it. The master key is RAMAL_SECRET, or is created once and
 * stored in the data folder with mode 0600. Each purpose has a separate derived key, so that no key
 * works for another purpose.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeDataFolder } from './start/data-folder.ts';
import { OperatorError } from './start/operator-error.ts';

export interface Secrets {
  /** Derives a key of 32 bytes for one purpose. */
  key(use: string): Buffer;
  encrypt(use: string, plain: string): Buffer;
  decrypt(use: string, sealed: Buffer): string;
  /** Returns a short signature (16 bytes, base64url) of a text. */
  sign(use: string, text: string): string;
  verify(use: string, text: string, signature: string): boolean;
}

export async function loadSecrets(
  configured: string | undefined,
  dataFolder: string,
): Promise<Secrets> {
  return secretsFrom(configured ? decode(configured) : await keptIn(dataFolder));
}

/** Creates the secrets from the stored form of a master key: 32 bytes in base64. */
export const secretsFromText = (text: string): Secrets => secretsFrom(decode(text));

export function secretsFrom(master: Buffer): Secrets {
  const keys = new Map<string, Buffer>();
  const key = (use: string): Buffer => {
    const existing = keys.get(use);
    if (existing) return existing;
    const derived = Buffer.from(hkdfSync('sha256', master, 'ramal', use, 32));
    keys.set(use, derived);
    return derived;
  };
  // Key objects for signatures. Signing with raw bytes takes five times as long.
  const signingKeys = new Map<string, KeyObject>();
  const signingKey = (use: string): KeyObject => {
    const existing = signingKeys.get(use);
    if (existing) return existing;
    const made = createSecretKey(key(use));
    signingKeys.set(use, made);
    return made;
  };
  const sign = (use: string, text: string): string =>
    createHmac('sha256', signingKey(use))
      .update(text)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  return {
    key,
    sign,
    verify: (use, text, signature) => {
      const expected = Buffer.from(sign(use, text));
      const received = Buffer.from(signature);
      return expected.length === received.length && timingSafeEqual(expected, received);
    },
    encrypt: (use, plain) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(use), nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt: (use, sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', key(use), sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

function decode(text: string): Buffer {
  const master = Buffer.from(text.trim(), 'base64');
  if (master.length !== 32)
    throw new OperatorError(
      'RAMAL_SECRET são 32 bytes em base64: gere uma com `openssl rand -base64 32`.',
    );
  return master;
}

async function keptIn(dataFolder: string): Promise<Buffer> {
  const file = path.join(dataFolder, 'secret');
  await makeDataFolder(dataFolder);
  try {
    // The flag 'wx' fails if the file exists. Another process may have created it at the same
    // moment. This process then reads that key.
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return decode(await readFile(file, 'utf8'));
}
