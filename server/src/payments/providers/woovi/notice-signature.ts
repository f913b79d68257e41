/**
 * Checks the signature of a notice of Woovi. The signature covers the raw bytes. While Woovi
 * changes its keys, several public keys are valid.
 */
import { createPublicKey, createVerify } from 'node:crypto';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../../../foundation/app-context.ts';
import { requestProvider } from '../../../foundation/request-provider.ts';
import { ProviderError } from '../../../foundation/provider-error.ts';
import { readText, toRecord, toRecords } from '../mercado-pago/words.ts';

interface CachedKeys {
  readonly keys: readonly string[];
  readonly until: number;
}

/** Woovi allows its public keys to be cached for an hour. */
const CACHED_MS = HOUR_MS;
const cachedKeys = new Map<string, CachedKeys>();

/** Throws a ProviderError if the public keys cannot be read. */
export async function isWooviSigned(
  { clock }: Pick<AppContext, 'clock'>,
  baseUrl: string,
  signature: string,
  bytes: Buffer,
): Promise<boolean> {
  if (signature === '') return false;
  const now = clock.now().getTime();
  const cached = cachedKeys.get(baseUrl);
  if (cached && now < cached.until && isSignedBy(cached.keys, signature, bytes)) return true;
  // A signature that no cached key matches may come from a new key. One read a minute is enough.
  if (cached && now < cached.until - CACHED_MS + 60_000) return false;
  const keys = await readPublicKeys(baseUrl);
  cachedKeys.set(baseUrl, { keys, until: now + CACHED_MS });
  return isSignedBy(keys, signature, bytes);
}

async function readPublicKeys(baseUrl: string): Promise<readonly string[]> {
  const { status, json } = await requestProvider(`${baseUrl}/api/v1/webhook/public-keys`, {
    provider: 'woovi',
  });
  const keys = toRecords(toRecord(json).public_keys).map(({ key }) => readText(key));
  if (status !== 200 || keys.length === 0)
    throw new ProviderError('woovi', 'unavailable', { status, message: 'no public keys' });
  return keys;
}

const isSignedBy = (keys: readonly string[], signature: string, bytes: Buffer): boolean =>
  keys.some((key) => {
    try {
      const verify = createVerify('RSA-SHA256').update(bytes);
      return verify.verify(createPublicKey(key), signature, 'base64');
    } catch {
      // A key that cannot be parsed verifies nothing.
      return false;
    }
  });
