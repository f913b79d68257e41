/**
 * Requests from a film's source the byte range that a player requested. The source decides if it
 * serves byte ranges.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { PEEK_BYTES, expectStatus, chooseMediaType, peek } from './answer.ts';
import type { FetchSource } from './open-source.ts';

export interface FilmResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the response; undefined for a response without a body. */
  readonly parts: AsyncGenerator<Buffer, void> | undefined;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  ts: 'video/mp2t',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  flv: 'video/x-flv',
  wmv: 'video/x-ms-wmv',
  mp3: 'audio/mpeg',
};

/**
 * Headers that are forwarded, each with its valid form. No other header of the source reaches a
 * player.
 */
const PASSED = {
  'content-length': /^\d{1,15}$/,
  'content-range': /^bytes (?:\d{1,15}-\d{1,15}|\*)\/(?:\d{1,15}|\*)$/,
  'accept-ranges': /^(?:bytes|none)$/,
  etag: /^(?:W\/)?"[\w+=-]{1,100}"$/,
  'last-modified': /^[\w, :]{10,40}$/,
} as const;

const ASKED = { range: /^bytes=\d{0,15}-\d{0,15}$/, 'if-range': /^[\w "/:,+=-]{1,120}$/ } as const;

interface FilmRequest {
  readonly url: string;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly container: string;
  readonly signal: AbortSignal;
}

/** Fetches a film. Throws ProviderError. */
export async function fetchFilm(
  fetchSource: FetchSource,
  { url, requestHeaders, container, signal }: FilmRequest,
): Promise<FilmResponse> {
  const answer = await fetchSource(url, { headers: inForm(requestHeaders, ASKED), signal });
  expectStatus(answer, [200, 206, 416]);
  const { status, body } = answer;
  const close = () => void body.destroy();
  const headers = inForm(answer.headers, PASSED);
  if (status === 416) {
    close();
    const { 'content-range': contentRange } = headers;
    const rangeHeader = contentRange === undefined ? {} : { 'content-range': contentRange };
    return { status, headers: rangeHeader, parts: undefined, close };
  }
  try {
    const { start, all } = await peek(body, PEEK_BYTES);
    const type = chooseMediaType(answer, start, TYPES[container] ?? 'application/octet-stream');
    return { status, headers: { ...headers, 'content-type': type }, parts: all, close };
  } catch (error) {
    close();
    throw error;
  }
}

function inForm(
  headers: IncomingHttpHeaders,
  forms: Readonly<Record<string, RegExp>>,
): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const [name, form] of Object.entries(forms)) {
    const value = headers[name];
    if (typeof value === 'string' && form.test(value)) allowed[name] = value;
  }
  return allowed;
}
