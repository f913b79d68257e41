/**
 * Prompts for a new code when the server requires one for a call whose screen has no field for it
 * (Q-ADMINCODE).
 */
import { type ComponentProps, useEffect, useState } from 'react';
import {
  type SendWithCode,
  isCodeError,
  registerCodePrompt,
} from '../foundation/api/code-prompt.ts';
import { AboveConfirmations } from '../ui/dialogs/dialogs.tsx';
import { lazyComponent } from '../foundation/lazy-component.tsx';
import type { CodeDialog } from './CodeDialog.tsx';

interface Question {
  readonly id: number;
  readonly send: SendWithCode;
  readonly resolve: (passed: { readonly answer: unknown } | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Loads the dialog with the first prompt, because the shell of every screen includes this
 * component.
 */
const Dialog = lazyComponent<ComponentProps<typeof CodeDialog>>(
  async () => (await import('./CodeDialog.tsx')).CodeDialog,
);

let lastId = 0;

export function CodePrompt() {
  const [question, setQuestion] = useState<Question>();
  useEffect(
    () =>
      registerCodePrompt(
        (send) =>
          new Promise((resolve, reject) => {
            lastId += 1;
            setQuestion({ id: lastId, send, resolve, reject });
          }),
      ),
    [],
  );
  if (!question) return null;
  const { id, send, resolve, reject } = question;
  // Shows only errors about the code. All other errors are returned to the screen that made the
  // call.
  const run = async ({ code2fa: code }: { code2fa?: string }): Promise<void> => {
    try {
      resolve({ answer: await send(code) });
    } catch (error) {
      if (isCodeError(error)) throw error;
      reject(error);
    }
  };
  return (
    <AboveConfirmations>
      <Dialog
        key={id}
        title="Confirme com um código"
        subtitle="Esta ação pede um código do segundo fator."
        submitLabel="Confirmar"
        run={run}
        onClose={() => {
          resolve(undefined);
          setQuestion(undefined);
        }}
      />
    </AboveConfirmations>
  );
}
