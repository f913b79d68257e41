import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { useAlertDialog } from './dialogs.tsx';

/** Says why a call failed that no form made. The end of a session is shown by the sign-in it leads to. */
export function useFailureAlert(): (failure: unknown) => Promise<void> {
  const alert = useAlertDialog();
  return async (failure) => {
    if (!(failure instanceof ApiError)) throw failure;
    const { title, message, requestId } = failure;
    if (!endsSession(failure)) await alert({ title, text: message, requestId });
  };
}
