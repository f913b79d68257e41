/**
 * Sets up an authenticator: shows the QR code and the secret, then the user confirms with six
 * digits (S-ME-03, V-41). The browser draws the QR code (Q-QRLEAK).
 */
import { Button, Center } from '@mantine/core';
import { confirmSecondFactor, verifySecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { IconQrcode } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError, endsSession } from '../foundation/api/api.ts';
import { useAction } from '../foundation/api/query.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { CodeField } from '../ui/form/fields/CodeField.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { QrCode } from '../ui/receipt/QrCode.tsx';
import { factorFailure } from './factor-failure.ts';

export interface SetUpAuthenticatorProps {
  /** New secret. The server uses it only after a code has confirmed it. */
  pending: { readonly qrCodeUrl: string; readonly secret: string };
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

const DIGITS = 6;

/** Returns a secret in groups of four characters, which are easier to type on another device. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

export function SetUpAuthenticator({ pending, onClose, onDone }: SetUpAuthenticatorProps) {
  const ref = useRef<HTMLFormElement>(null);
  const alert = useAlertDialog();
  // A phone cannot scan the QR code on its own screen.
  const phone = useIsPhone();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const confirm = useAction(confirmSecondFactor, { refresh: [verifySecondFactor, getProfile] });

  const cancel = async () => {
    onClose();
    // Waits until the key event of Escape has ended. Otherwise the event that closed the dialog
    // would also close the next message.
    await new Promise((resolve) => setTimeout(resolve));
    await alert({ title: 'Cancelado', text: 'Configuração não finalizada', tone: 'warn' });
  };
  const submit = async () => {
    if (code.length < DIGITS) return setWrong('O campo Código esta incompleto.');
    try {
      const answer = await confirm.mutateAsync({ body: { secret: pending.secret, token: code } });
      await alert({ title: 'Sucesso', text: answer.message, tone: 'ok' });
      onDone(answer.recoveryCodes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (endsSession(error)) return undefined;
      setCode('');
      if (error.code === 'code_2fa_wrong') return setWrong(error.message);
      await alert(factorFailure(error, { title: 'Erro', text: 'Erro ao confirmar 2FA.' }));
    }
    return undefined;
  };
  return (
    <FormDialog
      form={{
        busy: confirm.isPending,
        ref,
        submit: () => void submit(),
        reset: () => setCode(''),
      }}
      title="Configurar 2FA"
      subtitle="Leia o código com o aplicativo autenticador do seu celular."
      icon={IconQrcode}
      submitLabel="Confirmar"
      onClose={() => void cancel()}
    >
      <Center>
        <QrCode text={pending.qrCodeUrl} size={188} />
      </Center>
      {phone && (
        <Button component="a" href={pending.qrCodeUrl} variant="default">
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
        readOnly={confirm.isPending}
        onChange={(typed) => {
          setCode(typed);
          setWrong(undefined);
        }}
      />
    </FormDialog>
  );
}
