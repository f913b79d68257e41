/** «Gerar Usuário»: binds a MAC to a line in a smart app (S-SMART-02, E-78, K-67). */
import { bindDevice } from '@ramal/contract/devices';
import { IconApps, IconDeviceTv, IconSwitchHorizontal } from '@tabler/icons-react';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { useForm } from '../ui/form/use-form.ts';
import type { ListDialogProps } from '../ui/list/ListDialogs.tsx';
import { IdField } from './IdField.tsx';
import { LineField } from './LineField.tsx';
import { MacField } from './MacField.tsx';
import { formerLineText } from './former-line-text.ts';
import { callsChangedByDevices } from './use-device-actions.tsx';

const FIRST_APP = '1';

const facts = [
  {
    icon: IconDeviceTv,
    text: 'O aparelho com este MAC recebe o usuário e a senha da linha escolhida.',
  },
  {
    icon: IconSwitchHorizontal,
    tone: 'warn',
    text: 'Se o MAC já estiver em outra linha sua neste aplicativo, ele sai dela.',
  },
] as const;

export function BindDevice({ onClose, onSaved }: ListDialogProps) {
  const form = useForm(bindDevice, {
    initial: { mac: '', username: '', idDevice: '', app: FIRST_APP },
    send: ({ app, ...body }) => ({ body: { ...body, app: app as '1' } }),
    refresh: callsChangedByDevices,
    success: ({ message, device: { mac, iptv }, takenFrom: former }) => ({
      title: message,
      text: `${mac} · ${iptv.username}${former ? `. ${formerLineText(former)}` : ''}`,
    }),
    onDone: ({ device }) => {
      onClose();
      onSaved(device.id);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Gerar Usuário"
      subtitle="O aplicativo no aparelho recebe a linha sozinho, pelo MAC."
      facts={facts}
      submitLabel="Sim, gerar usuário"
      cancelLabel="Não"
      onClose={onClose}
    >
      <MacField data-autofocus {...form.field('mac')} />
      <LineField {...form.field('username')} />
      <IdField {...form.field('idDevice')} />
      <TextField
        label="Aplicativo"
        icon={IconApps}
        inputMode="numeric"
        hint="O Smart App é o número 1."
        maxLength={3}
        {...form.field('app', (typed) => typed.replace(/\D/g, ''))}
      />
    </FormDialog>
  );
}
