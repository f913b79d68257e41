import type { ReactNode } from 'react';
import { useToast } from '../toasts.tsx';
import type { Question } from './ConfirmBox.tsx';
import { useConfirm } from './dialogs.tsx';

/** Resolves to whether it was done. */
export type ConfirmedAct = (
  question: Question,
  act: () => Promise<{ readonly message: string }>,
  /** What it was done to, below the server's message. */
  about?: ReactNode,
) => Promise<boolean>;

/**
 * For an act that is asked first: the question's box runs the call and shows its refusal, and what was done is
 * told once the box is closed.
 */
export function useConfirmedAct(): ConfirmedAct {
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
