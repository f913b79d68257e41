import type { ReactNode } from 'react';
import { useToast } from '../toasts.tsx';
import type { Question } from './ConfirmBox.tsx';
import { useConfirm } from './dialogs.tsx';

/** The promise resolves with true if the action was executed. */
type ConfirmedAction = (
  question: Question,
  act: () => Promise<{ readonly message: string }>,
  /** Name of the object, shown below the server's message. */
  about?: ReactNode,
) => Promise<boolean>;

/**
 * Runs an action that needs a confirmation. The box runs the call and shows its error. A toast
 * shows the result after the box is closed.
 */
export function useConfirmedAction(): ConfirmedAction {
  const confirm = useConfirm();
  const toast = useToast();
  return async (question, act, about) => {
    let title = '';
    const done = await confirm({
      ...question,
      onConfirm: async () => ({ message: title } = await act()),
    });
    if (done) toast({ title, ...(about === undefined ? {} : { text: about }) });
    return done;
  };
}
