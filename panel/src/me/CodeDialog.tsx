import { IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, endsSession } from '../foundation/api/api.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';

export interface CodeDialogProps {
  title: string;
  children?: ReactNode;
  submitLabel: string;
  danger?: boolean;
  /** Sends the code along; the dialog closes when it succeeded. May be more than one call. */
  run: (code: { code_2fa?: string }) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a sensitive action, and for the fresh code that authorises it. */
export function CodeDialog(props: CodeDialogProps) {
  const { title, children, submitLabel, danger = false, run, onClose } = props;
  const ref = useRef<HTMLFormElement>(null);
  const code = useFreshCode();
  const alert = useAlertDialog();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (!code.check()) return;
    setBusy(true);
    try {
      await run(code.sent());
      onClose();
    } catch (error) {
      if (endsSession(error) || code.refused(error)) return;
      const { message } = error as Error;
      await alert(
        error instanceof ApiError
          ? { title: error.title, text: message, requestId: error.requestId }
          : { title: 'Erro', text: message },
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      form={{ busy, ref, submit: () => void submit(), reset: code.clear }}
      title={title}
      icon={IconShieldLock}
      tone={danger ? 'danger' : 'light'}
      width={460}
      submitLabel={submitLabel}
      cancelLabel="Não"
      onClose={onClose}
    >
      {children}
      <FreshCode code={code} disabled={busy} />
    </FormDialog>
  );
}
