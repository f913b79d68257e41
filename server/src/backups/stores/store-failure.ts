/** Converts errors of a store to text for people, without addresses and secrets. */
import { findFetchFailureReason } from '../../foundation/fetch-untrusted.ts';
import { isProviderFailure } from '../../foundation/provider-error.ts';
import { BackupError } from '../backup-error.ts';

const NOT_FOUND = 404;
/** Status codes of SFTP for a missing file and for a denied permission. */
const [MISSING, DENIED] = [2, 3];

const byCode: Readonly<Record<string, string>> = {
  ENOSPC: 'O disco encheu.',
  EDQUOT: 'O espaço contratado acabou.',
  EACCES: 'A pasta dos backups não aceita arquivos.',
  EROFS: 'A pasta dos backups não aceita arquivos.',
  ENOENT: 'A pasta não existe mais.',
  ECONNRESET: 'A conexão caiu.',
  EPIPE: 'A conexão caiu.',
  ETIMEDOUT: 'A conexão caiu.',
  QuotaExceeded: 'O espaço contratado acabou.',
  NoSuchBucket: 'O bucket não existe.',
  NoSuchKey: 'O arquivo não está mais lá.',
  SignatureDoesNotMatch: 'Recusa o acesso: a chave secreta não confere.',
  InvalidAccessKeyId: 'Recusa o acesso: a chave não existe.',
  RequestTimeTooSkewed: 'Recusa o acesso: o relógio desta máquina está errado.',
};

/**
 * True if the store denied access, because the credentials are wrong or a permission is missing.
 */
export function isAccessDenied(error: unknown): boolean {
  const { status, level, code } = error as { status?: number; level?: string; code?: unknown };
  return status === 401 || status === 403 || level === 'client-authentication' || code === DENIED;
}

export function storeFailureReason(error: unknown): string {
  // The S3 library wraps connection errors.
  const { cause } = error as { cause?: unknown };
  const outside = [error, cause].find((candidate) => findFetchFailureReason(candidate));
  if (outside) return (outside as Error).message;
  if (isProviderFailure(error, 'untrusted', 'unavailable')) return error.message;
  if (error instanceof BackupError) return 'O que foi enviado voltou diferente.';
  const { code, status, message } = error as { code?: unknown; status?: number; message: string };
  const reason = byCode[String(code)];
  if (reason) return reason;
  if (isAccessDenied(error)) return 'Recusa o acesso.';
  if (status === NOT_FOUND) return byCode.NoSuchBucket!;
  if (status !== undefined && status >= 500) return 'O servidor falhou ao responder.';
  if (code === MISSING) return byCode.ENOENT!;
  return `Parou no meio: ${message}`;
}
