import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { AlertBox } from './AlertBox.tsx';
import type { AlertOptions } from './AlertBox.tsx';
import { ConfirmBox } from './ConfirmBox.tsx';
import type { ConfirmOptions } from './ConfirmBox.tsx';

type Confirm = (options: ConfirmOptions) => Promise<boolean>;
type Alert = (options: AlertOptions) => Promise<void>;

interface Question {
  id: number;
  options: ConfirmOptions;
  answer: (confirmed: boolean) => void;
}

interface Message {
  id: number;
  options: AlertOptions;
  closed: () => void;
}

type Waiting = ({ kind: 'confirm' } & Question) | ({ kind: 'alert' } & Message);

interface Asking {
  confirm: Confirm;
  alert: Alert;
}

const AskingContext = createContext<Asking | undefined>(undefined);
const OpenContext = createContext(false);

/** Shows one confirmation or message at a time and queues the others. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<Waiting[]>([]);
  const nextId = useRef(1);
  const first = queue[0];
  const shift = useCallback(() => setQueue((waiting) => waiting.slice(1)), []);

  const asking = useMemo<Asking>(() => {
    const add = (dialog: Waiting) => setQueue((waiting) => [...waiting, dialog]);
    return {
      confirm: (options) =>
        new Promise((answer) => add({ kind: 'confirm', id: nextId.current++, options, answer })),
      alert: (options) =>
        new Promise((closed) => add({ kind: 'alert', id: nextId.current++, options, closed })),
    };
  }, []);

  return (
    <AskingContext value={asking}>
      <OpenContext value={first !== undefined}>{children}</OpenContext>
      {first?.kind === 'confirm' && (
        <ConfirmBox
          key={first.id}
          options={first.options}
          onAnswer={(confirmed) => {
            shift();
            first.answer(confirmed);
          }}
        />
      )}
      {first?.kind === 'alert' && (
        <AlertBox
          key={first.id}
          options={first.options}
          onClose={() => {
            shift();
            first.closed();
          }}
        />
      )}
    </AskingContext>
  );
}

function useAsking(): Asking {
  const asking = useContext(AskingContext);
  if (!asking) throw new Error('A dialog was asked for outside of UiProvider');
  return asking;
}

/**
 * Returns a function that asks for a confirmation before an action. The promise resolves to true
 * after the action succeeded. It resolves to false if the user declines or closes the box, or if
 * the session has ended.
 */
export const useConfirm = (): Confirm => useAsking().confirm;

/**
 * Returns a function that shows a message in a dialog. The promise resolves when the message is
 * closed.
 */
export const useAlertDialog = (): Alert => useAsking().alert;

/**
 * Shows a dialog above an open confirmation instead of hiding it, because the confirmed call waits
 * for this dialog.
 */
export const AboveConfirmations = ({ children }: { children: ReactNode }) => (
  <OpenContext value={false}>{children}</OpenContext>
);

/**
 * Returns true while a confirmation or a message is open. Dialogs with forms are hidden during that
 * time.
 */
export const useIsConfirmationOpen = (): boolean => useContext(OpenContext);
