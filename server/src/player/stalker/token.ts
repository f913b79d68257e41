/**
 * Token of a box: 32 hexadecimal digits. One half is random and names the session, the other half
 * signs it together with the MAC. A handshake therefore stores nothing, and nobody can invent a
 * token.
 */
import { randomBytes } from 'node:crypto';
import { constantTimeEqual } from '../../foundation/digest.ts';
import type { Secrets } from '../../foundation/secrets.ts';

const HALF = 16;
const USE = 'box-token';

const signatureOf = (secrets: Secrets, mac: string, session: string): string =>
  Buffer.from(secrets.sign(USE, `${mac} ${session}`), 'base64url')
    .toString('hex')
    .slice(0, HALF)
    .toUpperCase();

export function issueToken(secrets: Secrets, mac: string): string {
  const session = randomBytes(HALF / 2)
    .toString('hex')
    .toUpperCase();
  return session + signatureOf(secrets, mac, session);
}

/** Returns the session of a token. Undefined if it was not issued here for this MAC. */
export function parseToken(secrets: Secrets, mac: string, token: string): string | undefined {
  const written = token.toUpperCase();
  if (!/^[0-9A-F]{32}$/.test(written)) return undefined;
  const session = written.slice(0, HALF);
  const isIssued = constantTimeEqual(written.slice(HALF), signatureOf(secrets, mac, session));
  return isIssued ? session : undefined;
}
