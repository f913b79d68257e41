/**
 * Ativar Prime, Ativar Lazer Play: the MAC of the customer's device, and the devices that the line has
 * already (S-IPTVLIST-33, -34, -46; V-20, V-21; M-11, M-30, M-31).
 */
import { activateLazer, activatePrime } from '@ramal/contract/devices';
import { type NamedApp, namedApps } from '@ramal/contract/rules/named-apps';
import { useRef, useState } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { useNow } from '../foundation/use-now.ts';
import type { LineDialogProps } from '../lines/dialogs/line-dialog.ts';
import { TrialHint } from '../lines/create/TrialHint.tsx';
import { FormWindow } from '../ui/form/FormWindow.tsx';
import { useSaving } from '../ui/form/use-saving.ts';
import { useToast } from '../ui/toasts.tsx';
import './devices.css';
import { LineDevices } from './LineDevices.tsx';
import { MacField } from './MacField.tsx';
import { changedByDevices } from './use-device-acts.tsx';
import { LineSubtitle } from '../lines/LineSubtitle.tsx';

const activations = { prime: activatePrime, lazer: activateLazer };

/** The documents' dialog, and why: whoever sells can do something about it. */
const failed = ({ message, requestId }: ApiError) => ({
  title: 'Erro!',
  messages: ['Falha ao ativar o usuário', message],
  requestId,
});

export interface MacWindowProps extends Pick<LineDialogProps, 'context' | 'onClose'> {
  app: NamedApp;
}

export function MacWindow({ app, context: { line }, onClose }: MacWindowProps) {
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const now = useNow();
  const [mac, setMac] = useState('');
  const { fields, busy, save } = useSaving(activations[app], form, changedByDevices, failed);
  const submit = async () => {
    const { username, password } = line;
    if (!(await save({ body: { username, password, mac } }))) return;
    toast({ title: 'Sucesso!', text: 'Usuário ativado com sucesso!' });
    onClose();
  };
  return (
    <FormWindow
      title={`Ativar ${namedApps[app]}`}
      subtitle={<LineSubtitle line={line} />}
      saveLabel="Ativar"
      busy={busy}
      form={form}
      onSubmit={() => void submit()}
      onClose={onClose}
      after={<LineDevices lineId={line.id} />}
    >
      <MacField data-autofocus value={mac} onChange={setMac} error={fields.mac} />
      {line.status === 'Teste' && <TrialHint mac={mac} now={now} />}
      <p className="device-note">
        O aplicativo pergunta com este MAC e recebe a linha sozinho. O primeiro aparelho que
        perguntar em até 7 dias fica com ele.
      </p>
    </FormWindow>
  );
}
