/**
 * Backup key of this machine, derived from its master key. Drills restore copies with this key,
 * because the operator's private key is never on this machine.
 */
import type { Secrets } from '../foundation/secrets.ts';

/** DER prefix before the 32 bytes of an X25519 key in PKCS #8. */
const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex');

export const machineIdentity = (secrets: Secrets): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'pkcs8',
    Buffer.concat([PKCS8_X25519, secrets.key('backup-drill')]),
    { name: 'X25519' },
    false,
    ['deriveBits'],
  );

export async function machineRecipient(secrets: Secrets): Promise<string> {
  const { identityToRecipient } = await import('age-encryption');
  return identityToRecipient(await machineIdentity(secrets));
}
