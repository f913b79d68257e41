/**
 * Fetches a source with the request headers that its list requires. The headers are stored in the
 * fragment of the URL, which is never sent to a server. Storing the URL therefore also stores the
 * headers.
 */
import {
  isHeaderName,
  isHeaderValue,
  MAX_HEADERS,
  type SourceHeaders,
} from '@ramal/contract/catalogue/source-headers';
import {
  fetchUntrusted,
  type UntrustedRequest,
  type UntrustedResponse,
} from '../fetch-untrusted.ts';

const MARK = '#|';
const FIRST_NAMES = ['user-agent', 'referer'];
/** Headers with a login, which only the host of the source receives. */
const LOGINS = ['authorization', 'cookie'];

/** Returns the URL with these headers. The same headers always give the same text. */
export function withSourceHeaders(address: string, headers: SourceHeaders): string {
  const others = Object.keys(headers).filter((name) => !FIRST_NAMES.includes(name));
  const fields = new URLSearchParams();
  for (const name of [...FIRST_NAMES, ...others.toSorted()])
    if (headers[name]) fields.set(name, headers[name]);
  const [url = ''] = address.split('#', 1);
  if (fields.size === 0) return address.includes(MARK) ? url : address;
  return `${url}${MARK}${fields}`;
}

/** Returns the URL with further headers. Headers that the URL has already take precedence. */
export const withDefaultHeaders = (address: string, defaults: SourceHeaders): string =>
  withSourceHeaders(address, { ...defaults, ...headersIn(address) });

/**
 * Returns the resolved URL with the headers of `address`, without credential headers if the two
 * hosts differ.
 */
export function copySourceHeaders(resolved: string, address: string): string {
  const headers = headersIn(address);
  return Object.keys(headers).length === 0
    ? resolved
    : withSourceHeaders(resolved, forHost(headers, resolved, address));
}

/** Returns the names of the request headers of an address, as they are usually written. */
export const headerNames = (address: string): string[] =>
  Object.keys(headersIn(address)).map((name) =>
    name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase()),
  );

function headersIn(address: string): SourceHeaders {
  const at = address.indexOf(MARK);
  if (at < 0) return {};
  const fields = [...new URLSearchParams(address.slice(at + MARK.length))];
  return Object.fromEntries(
    fields
      .filter(([name, value]) => isHeaderName(name) && isHeaderValue(value))
      .slice(0, MAX_HEADERS),
  );
}

function forHost(headers: SourceHeaders, resolved: string, address: string): SourceHeaders {
  if (new URL(resolved).host === new URL(address).host) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !LOGINS.includes(name)));
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
