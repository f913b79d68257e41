/**
 * Reasons for a failed external request, in words for an admin: never an address, never a secret.
 */
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

export type RefusalReason = keyof typeof messages;

export class UntrustedFetchRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, cause?: unknown) {
    super(messages[reason], { cause });
    this.name = 'OutsideRefusal';
    this.reason = reason;
  }
}

const reasons: Record<string, RefusalReason> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ECONNRESET: 'broken',
  EPIPE: 'broken',
  ERR_INVALID_URL: 'bad-address',
};

/** Reason of a failed connection or request. */
export function toRefusal(error: unknown): UntrustedFetchRefused {
  if (error instanceof UntrustedFetchRefused) return error;
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? '');
  if (code.startsWith('HPE_')) return new UntrustedFetchRefused('bad-answer', error);
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO/.test(code)) {
    return new UntrustedFetchRefused('bad-certificate', error);
  }
  return new UntrustedFetchRefused(reasons[code] ?? 'unreachable', error);
}
