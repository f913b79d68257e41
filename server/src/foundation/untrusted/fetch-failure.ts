/**
 * Reasons for a failed request to an external server, as messages for an admin. They contain no
 * address and no secret.
 */
import { ProviderError, type ProviderFailure } from '../provider-error.ts';

const messages = {
  'bad-address': 'O endereço não é um http:// ou https:// válido.',
  'private-address':
    'O endereço leva para dentro da rede do servidor. Se for seu, inclua-o em RAMAL_PRIVATE_ORIGINS.',
  'unknown-host': 'O nome do servidor não foi encontrado.',
  unreachable: 'Não foi possível conectar ao servidor.',
  'bad-certificate': 'O certificado do servidor não é válido.',
  'no-answer': 'O servidor não respondeu a tempo.',
  'bad-answer': 'O servidor não respondeu em HTTP.',
  'too-many-redirects': 'O servidor redireciona vezes demais.',
  silent: 'O servidor parou de enviar dados.',
  'too-large': 'O servidor enviou mais dados do que o permitido.',
  broken: 'A conexão com o servidor caiu.',
} as const;

export type FetchFailureReason = keyof typeof messages;

const PROVIDER = 'untrusted-host';

/** Kind of failure by reason. For every other reason, the server may have processed the request. */
const kinds: Partial<Record<FetchFailureReason, ProviderFailure>> = {
  'bad-address': 'unreachable',
  'private-address': 'unreachable',
  'unknown-host': 'unreachable',
  unreachable: 'unreachable',
  'bad-certificate': 'untrusted',
};

export const createFetchFailure = (reason: FetchFailureReason, cause?: unknown): ProviderError =>
  new ProviderError(PROVIDER, kinds[reason] ?? 'unavailable', {
    code: reason,
    message: messages[reason],
    cause,
  });

/** Returns the reason why a request to an untrusted host failed; undefined for another error. */
export const findFetchFailureReason = (error: unknown): FetchFailureReason | undefined =>
  error instanceof ProviderError && error.provider === PROVIDER
    ? (error.code as FetchFailureReason)
    : undefined;

const reasons: Record<string, FetchFailureReason> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ECONNRESET: 'broken',
  EPIPE: 'broken',
  ERR_INVALID_URL: 'bad-address',
};

export function toFetchFailure(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? '');
  if (code.startsWith('HPE_')) return createFetchFailure('bad-answer', error);
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO/.test(code)) {
    return createFetchFailure('bad-certificate', error);
  }
  return createFetchFailure(reasons[code] ?? 'unreachable', error);
}
