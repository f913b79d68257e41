/**
 * Signatures of backups. Encryption needs only a public key, so a file that decrypts may still be
 * forged. The installation signs its files with Ed25519, and a restore accepts only signers that
 * the operator trusts.
 */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Secrets } from '../foundation/secrets.ts';
import { BackupError } from './backup-error.ts';

/** Kind of the signed file. A signature for one kind is invalid for a file of another kind. */
export type SignedKind = 'snapshot' | 'base' | 'wal';

/** DER prefixes before the 32 bytes of a key: PKCS #8 and SubjectPublicKeyInfo. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

export const SIGNATURE_BYTES = 64;

export interface Signer {
  /** Public key as the key file names it: `ramal-sign-…`. */
  readonly publicKey: string;
  sign(kind: SignedKind, content: Buffer): Buffer;
}

/** Returns the signer of this installation. The private key is derived from the master key. */
export function installationSigner(secrets: Secrets): Signer {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, secrets.key('backup-signature')]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const raw = spki.subarray(SPKI_ED25519.length);
  return {
    publicKey: `${PREFIX}${raw.toString('base64url')}`,
    sign: (kind, content) => sign(null, signedBytes(kind, content), privateKey),
  };
}

const PREFIX = 'ramal-sign-';

/** Returns the public keys in the text of a key file. They are in comments, which age ignores. */
export const readSigners = (keyFile: string): string[] =>
  keyFile.match(/\bramal-sign-[\w-]{43}(?![\w-])/g) ?? [];

const signedBytes = (kind: SignedKind, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`ramal ${kind} 1\n`), content]);

/** Signers that a restore accepts. `any` if the operator passed `--unsigned`. */
export type TrustedSigners = readonly string[] | 'any';

/** Refuses a file if none of the trusted installations signed it. */
export function refuseForged(
  trusted: TrustedSigners,
  kind: SignedKind,
  { content, signature }: { readonly content: Buffer; readonly signature: Buffer | undefined },
): void {
  if (trusted === 'any') return;
  if (!signature) throw new BackupError('unsigned', 'it has no signature');
  const isTrusted = trusted.some((publicKey) =>
    verify(null, signedBytes(kind, content), publicKeyFrom(publicKey), signature),
  );
  if (!isTrusted) throw new BackupError('forged', 'no trusted installation signed it');
}

const publicKeyFrom = (publicKey: string) =>
  createPublicKey({
    key: Buffer.concat([SPKI_ED25519, Buffer.from(publicKey.slice(PREFIX.length), 'base64url')]),
    format: 'der',
    type: 'spki',
  });
