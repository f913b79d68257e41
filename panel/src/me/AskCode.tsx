/** Asks before a sensitive act, and for the fresh code that authorises it. */
import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ApiError, endsSession } from '../foundation/api/api.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { DialogIcon } from '../ui/dialogs/DialogIcon.tsx';

export interface AskCodeProps {
  title: string;
  children?: ReactNode;
  yes: string;
  danger?: boolean;
  /** Sends the act with the code; the window closes when it succeeded. */
  run: (code: { code_2fa?: string }) => Promise<unknown>;
  onClose: () => void;
}

export function AskCode({ title, children, yes, danger = false, run, onClose }: AskCodeProps) {
  const id = useId();
  const code = useFreshCode();
  const alert = useAlertDialog();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    <Dialog
      opened
      onClose={onClose}
      busy={busy}
      width={460}
      title={title}
      lead={
        <DialogIcon tone={danger ? 'bad' : undefined}>
          <IconShieldLock size={22} stroke={1.75} aria-hidden />
        </DialogIcon>
      }
      footer={
        <>
          <Button size="md" variant="default" disabled={busy} onClick={onClose}>
            Não
          </Button>
          <Button
            size="md"
            type="submit"
            form={id}
            loading={busy}
            variant={danger ? 'danger' : 'filled'}
          >
            {yes}
          </Button>
        </>
      }
    >
      <form id={id} className="ask-code" noValidate onSubmit={(event) => void submit(event)}>
        {children}
        <FreshCode code={code} disabled={busy} />
      </form>
    </Dialog>
  );
}
