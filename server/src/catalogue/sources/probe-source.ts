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

/** Returns the problem; empty if the source answers. */
export async function probeSource(ctx: AppContext, address: string): Promise<string> {
  const ending = AbortSignal.timeout(2 * READ_TIMEOUT_MS);
  try {
    const { status, headers, body } = await fetchSource(ctx.config.privateOrigins, address, {
      headers: { range: `bytes=0-${ENOUGH_BYTES * 4 - 1}` },
      headerTimeoutMs: READ_TIMEOUT_MS,
      idleTimeoutMs: READ_TIMEOUT_MS,
      signal: ending,
    });
    try {
      if (status < 200 || status > 299) return `respondeu com o erro ${status}`;
      return classify(await firstBytes(body), headers['content-type'] ?? '');
    } finally {
      body.destroy();
    }
  } catch (error) {
    const reason = findFetchFailureReason(error);
    if (reason) return refusals[reason];
    return ending.aborted ? refusals['no-answer'] : refusals.broken;
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

async function firstBytes(body: AsyncIterable<Buffer>): Promise<Buffer> {
  let read: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    read = Buffer.concat([read, chunk.subarray(0, ENOUGH_BYTES * 4)]);
    if (read.length >= ENOUGH_BYTES) break;
  }
  return read;
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
