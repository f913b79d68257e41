import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { useAlertDialog } from './dialogs.tsx';

/**
 * Returns a function that shows why a call failed, for calls without a form. It shows nothing if
 * the session has ended, because the sign-in screen is shown.
 */
export function useFailureAlert(): (failure: unknown) => Promise<void> {
  const alert = useAlertDialog();
  return async (failure) => {
    if (!(failure instanceof ApiError)) throw failure;
    const { title, message, requestId } = failure;
    if (!endsSession(failure)) await alert({ title, text: message, requestId });
  };
}
