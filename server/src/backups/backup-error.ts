import { OperatorError } from '../foundation/start/operator-error.ts';

export type Damage =
  | 'wrong-key'
  | 'damaged'
  | 'cut'
  | 'newer'
  | 'broken-links'
  | 'unsigned'
  | 'forged';

/**
 * Error for a backup that cannot be used, or a restore that is refused. `unreachable-moment`: the
 * files in the store do not reach the requested moment. `copy-mismatch`: a copy in a store differs
 * from the file that was sent.
 */
export class BackupError extends Error {
  readonly kind: Damage | 'refused' | 'unreachable-moment' | 'copy-mismatch';

  constructor(kind: BackupError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Returns the message for the operator about a restore that did not happen. Returns undefined if
 * the error is a defect of the program.
 */
export function explainBackupError(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof BackupError)) return undefined;
  const { kind, message } = error;
  if (kind === 'refused' || kind === 'unreachable-moment') return message;
  return sentences[kind] ?? `A cópia não pode ser usada: ${message}.`;
}

const sentences: Partial<Record<BackupError['kind'], string>> = {
  newer:
    'A cópia é de uma versão mais nova do Ramal: instale a versão mais nova e restaure com ela.',
  cut: 'A cópia está incompleta: o arquivo foi cortado. Use outra cópia.',
  damaged: 'A cópia está danificada: o conteúdo não é o que foi gravado. Use outra cópia.',
  'wrong-key': 'A chave não abre esta cópia: ela foi cifrada para outra.',
  unsigned:
    'A cópia não tem assinatura: é de uma versão antiga, ou de outra instalação. Só se você sabe de onde ela vem, acrescente --unsigned.',
  forged:
    'Nenhuma instalação do arquivo de chave assinou esta cópia. Só se você sabe de onde ela vem, acrescente --unsigned.',
};
