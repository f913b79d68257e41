/**
 * «Ativar Prime» and «Ativar Lazer Play»: activates an app with the MAC of the customer's device.
 * The dialog also lists the existing devices of the line (S-IPTVLIST-33, -34, -46; V-20, V-21;
 * M-11, M-30, M-31).
 */
import { activateLazer, activatePrime } from '@ramal/contract/devices';
import { type NamedApp, namedApps } from '@ramal/contract/rules/named-apps';
import { IconClock, IconDeviceTv } from '@tabler/icons-react';
import { useNow } from '../foundation/use-now.ts';
import { TrialHint } from '../lines/create/TrialHint.tsx';
import type { LineDialogProps } from '../lines/dialogs/line-dialog.ts';
import { LineSubtitle } from '../lines/LineSubtitle.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { LineDevices } from './LineDevices.tsx';
import { MacField } from './MacField.tsx';
import { formerLineText } from './former-line-text.ts';
import { callsChangedByDevices } from './use-device-actions.tsx';

const activations = { prime: activatePrime, lazer: activateLazer };

const facts = [
  {
    icon: IconDeviceTv,
    text: 'O aplicativo pergunta com este MAC e recebe a linha sozinho.',
  },
  {
    icon: IconClock,
    text: 'Abra o aplicativo no aparelho em até 7 dias.',
  },
] as const;

interface ActivateAppProps extends Pick<LineDialogProps, 'context' | 'onClose'> {
  app: NamedApp;
}

export function ActivateApp({ app, context: { line }, onClose }: ActivateAppProps) {
  const now = useNow();
  const { username, password } = line;
  const form = useForm(activations[app], {
    initial: { mac: '' },
    send: ({ mac }) => ({ body: { username, password, mac } }),
    refresh: callsChangedByDevices,
    alertFor: ({ refusal }) =>
      refusal && {
        title: 'Erro!',
        messages: ['Falha ao ativar o usuário', refusal.message],
        requestId: refusal.requestId,
      },
    success: ({ takenFrom: former }) => ({
      title: 'Sucesso!',
      text: `Usuário ativado com sucesso!${former ? ` ${formerLineText(former)}` : ''}`,
    }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Ativar ${namedApps[app]}`}
      subtitle={<LineSubtitle line={line} />}
      facts={facts}
      submitLabel="Sim, ativar"
      cancelLabel="Não"
      onClose={onClose}
      after={<LineDevices line={line} />}
    >
      <MacField data-autofocus {...form.field('mac')} />
      {line.status === 'Teste' && <TrialHint mac={form.values.mac} now={now} />}
    </FormDialog>
  );
}
