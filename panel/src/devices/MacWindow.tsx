/**
 * Ativar Prime, Ativar Lazer Play: the MAC of the customer's device, and the devices that the line has
 * already (S-IPTVLIST-33, -34, -46; V-20, V-21; M-11, M-30, M-31).
 */
import { Button } from '@mantine/core';
import { type NamedApp, activateLazer, activatePrime, namedApps } from '@ramal/contract/devices';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useSaving } from '../catalogue/use-saving.ts';
import type { ApiError } from '../foundation/api.ts';
import { useNow } from '../foundation/use-now.ts';
import type { LineDialogProps } from '../lines/line-dialog.ts';
import { TrialHint } from '../lines/TrialHint.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useToast } from '../ui/toasts.tsx';
import './devices.css';
import { LineDevices } from './LineDevices.tsx';
import { MacField } from './MacField.tsx';
import { changedByDevices } from './use-device-acts.tsx';

const activations = { prime: activatePrime, lazer: activateLazer };

/** The documents' dialog, and why: whoever sells can do something about it. */
const failed = ({ message, requestId }: ApiError) => ({
  title: 'Erro!',
  messages: ['Falha ao ativar o usuário', message],
  requestId,
});

export interface MacWindowProps extends Pick<LineDialogProps, 'asking' | 'onClose'> {
  app: NamedApp;
}

export function MacWindow({ app, asking: { line }, onClose }: MacWindowProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const now = useNow();
  const [mac, setMac] = useState('');
  const { fields, busy, save } = useSaving(activations[app], form, changedByDevices, failed);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { username, password } = line;
    if (!(await save({ body: { username, password, mac } }))) return;
    toast({ title: 'Sucesso!', text: 'Usuário ativado com sucesso!' });
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      busy={busy}
      title={`Ativar ${namedApps[app]}`}
      subtitle={
        <>
          <span className="mono">{line.username}</span>
          {line.note && ` · ${line.note}`}
        </>
      }
      footer={
        <>
          <Button size="md" variant="default" disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button size="md" type="submit" form={id} className="line-dialog-main" loading={busy}>
            Ativar
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className="device-form"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <MacField data-autofocus value={mac} onChange={setMac} error={fields.mac} />
        {line.status === 'Teste' && <TrialHint mac={mac} now={now} />}
        <p className="device-note">
          O aplicativo pergunta com este MAC e recebe a linha sozinho. O primeiro aparelho que
          perguntar em até 7 dias fica com ele.
        </p>
      </form>
      <LineDevices lineId={line.id} />
    </Dialog>
  );
}
