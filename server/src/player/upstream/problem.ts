/**
 * Describes an error in a source's response as a message for an admin. The text never contains a
 * URL.
 */
import { classifyStatus, ProviderError } from '../../foundation/provider-error.ts';

const messages = {
  'not-media': 'A fonte enviou uma página ou um texto no lugar do vídeo.',
  packed: 'A fonte enviou os dados compactados.',
  'not-playlist': 'A lista da fonte não é uma lista HLS válida.',
  'not-http': 'A lista da fonte aponta para endereços que não são http.',
  ended: 'A fonte encerrou a transmissão.',
  stalled: 'A fonte parou: a lista dela não muda mais.',
  'not-as-ts': 'A fonte só pode ser tocada em HLS: os segmentos são cifrados ou não são MPEG-TS.',
} as const;

const PROVIDER = 'source';

export const problem = (what: keyof typeof messages): ProviderError =>
  new ProviderError(PROVIDER, 'unavailable', { message: messages[what] });

export const refusedWith = (status: number): ProviderError =>
  new ProviderError(PROVIDER, classifyStatus(status), {
    status,
    message: `A fonte recusou o pedido (HTTP ${status}).`,
  });

export const problemText = (error: unknown): string =>
  error instanceof ProviderError ? error.message : 'A conexão com a fonte falhou.';
