import type { ApiError } from '../foundation/api/api.ts';
import type { AlertOptions } from '../ui/dialogs/AlertBox.tsx';

/** The server's reason under «Erro», or the documents' text where it gave none (M-27, M-28, M-60, M-61). */
export function factorFailure(
  { status, code, message, requestId }: ApiError,
  withoutReason: Pick<AlertOptions, 'title' | 'text'>,
): AlertOptions {
  const hasReason = status >= 400 && status < 500 && code !== 'no_connection';
  return hasReason ? { title: 'Erro', text: message, requestId } : { ...withoutReason, requestId };
}
