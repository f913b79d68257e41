import type { ReactNode } from 'react';
import { useToast } from '../toasts.tsx';
import type { Question } from './ConfirmBox.tsx';
import { useConfirm } from './dialogs.tsx';

/**
 * Asks for a confirmation and runs the action. The promise resolves to true if the action was
 * executed.
 */
type ConfirmedAction = (
  question: Question,
  act: () => Promise<{ readonly message: string }>,
  /** Name of the object. The toast shows it below the server's message. */
  about?: ReactNode,
) => Promise<boolean>;

/**
 * Returns a function that runs an action after a confirmation. The box runs the call and shows its
 * error. After the box is closed, a toast shows the result.
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
