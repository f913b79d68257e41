/**
 * Request headers that a source requires, such as a user agent. Playlists contain headers in
 * several formats. An admin enters one header per text line: `User-Agent: VLC/3.0.20`.
 */

/** Header values by header name in lower case. */
export type SourceHeaders = Readonly<Record<string, string>>;

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/;
/**
 * Headers that cannot be entered. The server sets them itself, or they would change the meaning of
 * the request.
 */
const OWN =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|range|if-.+|content-.+|accept-encoding|proxy-.+|sec-.+|x-forwarded-.+|forwarded|via)$/;

export const MAX_HEADERS = 10;
export const MAX_HEADERS_LENGTH = 1000;

export const isHeaderName = (name: string): boolean => NAME.test(name) && !OWN.test(name);

/** Returns true if the value is allowed in a request header. */
export const isHeaderValue = (value: string): boolean => PRINTABLE.test(value);

interface ParsedHeaders {
  readonly headers: SourceHeaders;
  /** First text line that is not a valid header. Undefined if all text lines are valid. */
  readonly wrong: string | undefined;
}

export function parseHeaderLines(text: string): ParsedHeaders {
  const headers: Record<string, string> = {};
  let wrong: string | undefined;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf(':');
    const name = line.slice(0, Math.max(at, 0)).trim().toLowerCase();
    const value = line.slice(at + 1).trim();
    if (isHeaderName(name) && isHeaderValue(value)) headers[name] ??= value;
    else wrong ??= line.trim();
  }
  return { headers, wrong };
}
