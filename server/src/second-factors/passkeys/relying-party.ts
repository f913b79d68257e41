/**
 * The relying party of passkeys: the host the panel is opened on. Each brand has its own, and keys
 * work only there.
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

/** Browsers create and use keys only for a host name over TLS, or on the machine itself. */
export function relyingPartyOf(requestMeta: RequestMeta): RelyingParty | undefined {
  const url = reachedUrl(requestMeta);
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, origin } = new URL(url);
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[');
  const isSecure = protocol === 'https:' || /(^|\.)localhost$/.test(hostname);
  return isName && isSecure ? { id: hostname, origin } : undefined;
}

export const requireRelyingParty = (requestMeta: RequestMeta): RelyingParty =>
  relyingPartyOf(requestMeta) ?? refuse('passkey_needs_tls');
