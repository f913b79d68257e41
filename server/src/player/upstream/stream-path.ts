/**
 * URLs of a source in the form that players receive. They are sealed: they reveal nothing, cannot
 * be forged, and are valid only for their stream and source. Every process seals the same URL to
 * the same text, so a segment has the same name in every refresh.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Secrets } from '../../foundation/secrets.ts';

const streamPathKinds = { playlist: 'p', segment: 's', key: 'k' } as const;
export type StreamPathKind = keyof typeof streamPathKinds;

interface SealedStreamPath {
  readonly streamId: number;
  /** Current source in the stream's row. Old URLs become invalid when the source changes. */
  readonly source: string;
  readonly kind: StreamPathKind;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const contextOf = ({ streamId, source, kind }: SealedStreamPath): Buffer =>
  Buffer.from(`${kind}\n${streamId}\n${source}\n`);

export function sealStreamPath(secrets: Secrets, where: SealedStreamPath, url: string): string {
  const context = contextOf(where);
  // The nonce is derived from all sealed data, so it is never used for two different texts.
  const nonce = createHmac('sha256', secrets.key('source-address-nonce'))
    .update(context)
    .update(url)
    .digest()
    .subarray(0, NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secrets.key('source-address'), nonce);
  cipher.setAAD(context);
  const body = Buffer.concat([cipher.update(url, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/**
 * Opens a path. Undefined if it was not sealed by this installation, or was sealed for another
 * stream, source or kind.
 */
export function openStreamPath(
  secrets: Secrets,
  where: SealedStreamPath,
  text: string,
): string | undefined {
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', secrets.key('source-address'), nonce);
  decipher.setAAD(contextOf(where));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
