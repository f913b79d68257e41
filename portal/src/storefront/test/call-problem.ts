import { PortalError } from '../api.ts';

const MINUTE_SECONDS = 60;

/**
 * Returns the message of a failed call. Refusals of the server have their own text. `failed` is the
 * text for everything else, such as a lost connection.
 */
export function callProblem(error: unknown, failed: string): string {
  if (!(error instanceof PortalError) || error.code === undefined) return failed;
  if (error.code !== 'too_many_attempts') return error.code === 'internal' ? failed : error.message;
  const minutes = Math.max(1, Math.ceil((error.retrySeconds ?? 0) / MINUTE_SECONDS));
  return `Muitas tentativas. Espere ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}.`;
}
