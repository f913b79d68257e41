/**
 * Fetches a source with the request headers that its list requires. The headers are stored at the
 * end of the URL, in a fragment that is never sent to a server. Everything that stores the URL
 * therefore stores them too.
 */
import {
  fetchUntrusted,
  type UntrustedRequest,
  type UntrustedResponse,
} from '../fetch-untrusted.ts';

export interface SourceHeaders {
  readonly 'user-agent'?: string;
  readonly referer?: string;
}

const MARK = '#|';
const NAMES = ['user-agent', 'referer'] as const;
const PRINTABLE = /^[\x20-\x7e]{1,500}$/;

/** True if a request header can contain the value. */
export const isHeaderValue = (value: string): boolean => PRINTABLE.test(value);

export function withSourceHeaders(address: string, headers: SourceHeaders): string {
  const fields = new URLSearchParams();
  for (const name of NAMES) if (headers[name]) fields.set(name, headers[name]);
  return fields.size === 0 ? address : `${address.split('#', 1)[0]}${MARK}${fields}`;
}

/** Returns the fragment with the headers, or an empty text. */
function findSourceHeaders(address: string): string {
  const at = address.indexOf(MARK);
  return at < 0 ? '' : address.slice(at);
}

/** Returns the resolved URL with the headers of the original one. */
export const copySourceHeaders = (resolved: string, address: string): string => {
  const mark = findSourceHeaders(address);
  return mark === '' ? resolved : resolved.split('#', 1)[0] + mark;
};

function headersIn(address: string): Record<string, string> {
  const fields = new URLSearchParams(findSourceHeaders(address).slice(MARK.length));
  const headers = NAMES.map((name) => [name, fields.get(name) ?? ''] as const);
  return Object.fromEntries(headers.filter(([, value]) => isHeaderValue(value)));
}

export async function fetchSource(
  privateOrigins: readonly string[],
  address: string,
  asking: UntrustedRequest = {},
): Promise<UntrustedResponse> {
  const headers = { ...asking.headers, ...headersIn(address) };
  const answer = await fetchUntrusted(privateOrigins, address, { ...asking, headers });
  return { ...answer, url: copySourceHeaders(answer.url, address) };
}
