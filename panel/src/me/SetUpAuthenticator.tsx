/** QR code and secret, then six figures to confirm (S-ME-03, V-41). The code is drawn here (Q-QRLEAK). */
import { Button } from '@mantine/core';
import { confirmSecondFactor, verifySecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { IconQrcode } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, endsSession } from '../foundation/api/api.ts';
import { useAction } from '../foundation/api/query.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { CodeField } from '../ui/form/CodeField.tsx';
import { QrCode } from '../ui/receipt/QrCode.tsx';
import { DialogIcon } from '../ui/dialogs/DialogIcon.tsx';

export interface SetUpAuthenticatorProps {
  /** What the server keeps until a code confirms it. */
  pending: { readonly qr_code_url: string; readonly secret: string };
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

const DIGITS = 6;

/** A secret in groups, as it is typed into the other device. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

export function SetUpAuthenticator({ pending, onClose, onDone }: SetUpAuthenticatorProps) {
  const id = useId();
  const alert = useAlertDialog();
  // A phone cannot read the code on its own screen.
  const phone = useIsPhone();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const confirm = useAction(confirmSecondFactor, { refresh: [verifySecondFactor, getProfile] });

  const cancel = async () => {
    onClose();
    // The documents' words for a setup that was left (M-44).
    await alert({ title: 'Cancelado', text: 'Configuração não finalizada', tone: 'warn' });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.length < DIGITS) return setWrong('O campo Código esta incompleto.');
    try {
      const answer = await confirm.mutateAsync({ body: { secret: pending.secret, token: code } });
      await alert({ title: 'Sucesso', text: answer.message, tone: 'ok' });
      onDone(answer.recovery_codes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (endsSession(error)) return undefined;
      setCode('');
      if (error.code === 'code_2fa_wrong') return setWrong(error.message);
      await alert({ title: 'Erro', text: error.message, requestId: error.requestId });
    }
    return undefined;
  };
  return (
    <Dialog
      opened
      onClose={() => void cancel()}
      busy={confirm.isPending}
      width={520}
      title="Configurar 2FA"
      subtitle="Leia o código com o aplicativo autenticador do seu celular."
      lead={
        <DialogIcon>
          <IconQrcode size={22} stroke={1.75} aria-hidden />
        </DialogIcon>
      }
      footer={
        <>
          <Button
            size="md"
            variant="default"
            disabled={confirm.isPending}
            onClick={() => void cancel()}
          >
            Cancelar
          </Button>
          <Button size="md" type="submit" form={id} loading={confirm.isPending}>
            Confirmar
          </Button>
        </>
      }
    >
      <form id={id} className="set-up-2fa" noValidate onSubmit={(event) => void submit(event)}>
        <QrCode text={pending.qr_code_url} size={188} />
        {phone && (
          <Button component="a" href={pending.qr_code_url} variant="default">
            Abrir no aplicativo deste celular
          </Button>
        )}
        <CopyRow
          label="Ou digite a chave"
          value={pending.secret}
          shown={inFours(pending.secret)}
          wrap="below"
        />
        <CodeField
          label="Código que o aplicativo mostra"
          value={code}
          error={wrong}
          disabled={confirm.isPending}
          onChange={(typed) => {
            setCode(typed);
            setWrong(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
