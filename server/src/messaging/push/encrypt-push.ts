/**
 * Encrypts a message for one browser, as one record of aes128gcm (RFC 8188). Only the browser and
 * this server can derive the key of the message (RFC 8291). Node contains all required algorithms,
 * so no library is needed.
 */
import { type ECDH, createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export const CURVE = 'prime256v1';
const RECORD_BYTES = 4_096;
/** Appended to the text: marks the record as the last one. */
const LAST_RECORD = 2;

export interface BrowserKeys {
  /** The browser's public key, uncompressed. */
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** Keys of one message, created for each message. A test passes the keys of the RFC's example. */
interface MessageKeys {
  readonly own: ECDH;
  readonly salt: Buffer;
}

export function encryptPush(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { own: serverKeys, salt }: MessageKeys = newKeys(),
): Buffer {
  const publicKey = serverKeys.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = derive(serverKeys.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([
    salt,
    size,
    Buffer.of(publicKey.length),
    publicKey,
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.of(LAST_RECORD)])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** True if the key is a point of the curve. Encryption is impossible with any other value. */
export function isPublicKey(p256dh: Buffer): boolean {
  try {
    newKeys().own.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}

function newKeys(): MessageKeys {
  const serverKeys = createECDH(CURVE);
  serverKeys.generateKeys();
  return { own: serverKeys, salt: randomBytes(16) };
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
