import type { ApiError } from '../foundation/api/api.ts';
import type { AlertOptions } from '../ui/dialogs/AlertBox.tsx';

/**
 * Returns the server's reason with the title «Erro», or `withoutReason` if it gave none
 * (M-27, M-28, M-60, M-61).
 */
export function factorFailure(
  { status, code, message, requestId }: ApiError,
  withoutReason: Pick<AlertOptions, 'title' | 'text'>,
): AlertOptions {
  const hasReason = status >= 400 && status < 500 && code !== 'no_connection';
  return hasReason ? { title: 'Erro', text: message, requestId } : { ...withoutReason, requestId };
}
