/**
 * The relying party of passkeys: the host on which the panel is open. Each brand has a separate
 * host, and keys work only on the host on which they were created.
 */
import { isIP } from 'node:net';
import { refuse } from '@ramal/contract/api/errors';
import { reachedUrl, type RequestMeta } from '../../foundation/caller.ts';

export interface RelyingParty {
  /** A host name without its port. */
  readonly id: string;
  /** The origin in the browser's form: scheme, host and a port that is not the scheme's default. */
  readonly origin: string;
}

/**
 * Returns the relying party. Undefined if browsers would not create or use keys: they require a
 * host name over TLS, or the same machine.
 */
export function findRelyingParty(requestMeta: RequestMeta): RelyingParty | undefined {
  const url = reachedUrl(requestMeta);
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, origin } = new URL(url);
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[');
  const isSecure = protocol === 'https:' || /(^|\.)localhost$/.test(hostname);
  return isName && isSecure ? { id: hostname, origin } : undefined;
}

export const requireRelyingParty = (requestMeta: RequestMeta): RelyingParty =>
  findRelyingParty(requestMeta) ?? refuse('passkey_needs_tls');
