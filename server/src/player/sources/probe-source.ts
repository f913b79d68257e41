/**
 * Checks by the first bytes if a source delivers something playable. A problem is a message for an
 * admin that contains no part of the URL.
 */
import { fetchSource } from '../../foundation/untrusted/fetch-source.ts';
import {
  type FetchFailureReason,
  findFetchFailureReason,
} from '../../foundation/fetch-untrusted.ts';
import type { AppContext } from '../../foundation/app-context.ts';

const READ_TIMEOUT_MS = 8_000;
const ENOUGH_BYTES = 1024;

/** Beginning of a source that answers. */
interface OpenedSource {
  readonly start: Buffer;
  /** URL of the response after redirects. */
  readonly url: string;
  readonly firstByteMs: number;
  /** Rest of the body after `start`. */
  readonly rest: AsyncIterator<Buffer>;
}

interface Opening {
  readonly signal: AbortSignal;
  /** Maximum number of bytes to request; 0 requests the whole body, as a player does. */
  readonly rangeBytes: number;
}

/** Returns the problem; empty if the source answers. */
export function probeSource(ctx: AppContext, address: string): Promise<string> {
  const signal = AbortSignal.timeout(2 * READ_TIMEOUT_MS);
  return openAndUse(ctx, address, { signal, rangeBytes: ENOUGH_BYTES * 4 }, async () => undefined);
}

/**
 * Opens a source and calls `read` if it answers with something playable. Returns the problem, empty
 * without one. `read` returns a problem that it found, and may throw like a fetch.
 */
export async function openAndUse(
  ctx: AppContext,
  address: string,
  { signal, rangeBytes }: Opening,
  read: (source: OpenedSource) => Promise<string | undefined>,
): Promise<string> {
  try {
    const startedAt = performance.now();
    const { status, headers, body, url } = await fetchSource(ctx.config.privateOrigins, address, {
      ...(rangeBytes > 0 && { headers: { range: `bytes=0-${rangeBytes - 1}` } }),
      headerTimeoutMs: READ_TIMEOUT_MS,
      idleTimeoutMs: READ_TIMEOUT_MS,
      signal,
    });
    try {
      if (status < 200 || status > 299) return `respondeu com o erro ${status}`;
      const rest = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
      const { start, firstByteMs } = await firstBytes(rest, startedAt);
      const problem = classify(start, headers['content-type'] ?? '');
      return problem || ((await read({ start, url, firstByteMs, rest })) ?? '');
    } finally {
      body.destroy();
    }
  } catch (error) {
    const reason = findFetchFailureReason(error);
    if (reason) return refusals[reason];
    return signal.aborted ? refusals['no-answer'] : refusals.broken;
  }
}

const refusals: Record<FetchFailureReason, string> = {
  'bad-address': 'o endereço não é válido',
  'private-address': 'leva a um endereço privado',
  'unknown-host': 'o servidor não existe',
  unreachable: 'não foi possível conectar',
  'bad-certificate': 'o certificado não é válido',
  'no-answer': 'não respondeu a tempo',
  'bad-answer': 'não respondeu em HTTP',
  'too-many-redirects': 'redireciona vezes demais',
  silent: 'não respondeu a tempo',
  'too-large': 'enviou cabeçalhos demais',
  broken: 'a conexão caiu',
};

async function firstBytes(parts: AsyncIterator<Buffer>, startedAt: number) {
  let start: Buffer = Buffer.alloc(0);
  let firstByteMs = 0;
  while (start.length < ENOUGH_BYTES) {
    const next = await parts.next();
    if (next.done) break;
    if (start.length === 0) firstByteMs = Math.round(performance.now() - startedAt);
    start = Buffer.concat([start, next.value]);
  }
  return { start, firstByteMs };
}

/**
 * Returns the problem of a response. The bytes take precedence over the content type, because many
 * servers declare a wrong one.
 */
function classify(bytes: Buffer, type: string): string {
  if (bytes.length === 0) return 'respondeu sem nada dentro';
  const text = bytes.toString('latin1').replace(/^ï»¿/, '').trimStart();
  if (text.startsWith('#EXTM3U') || bytes[0] === 0x47) return '';
  if (/^<(?:!doctype|html|head|body|script|!--)/i.test(text) || /^text\/html/i.test(type)) {
    return 'respondeu com uma página, não com vídeo';
  }
  if (/^(?:text|application)\/(?:json|plain|xml)/i.test(type) || /^[{[<]/.test(text)) {
    return 'respondeu com texto, não com vídeo';
  }
  return '';
}
