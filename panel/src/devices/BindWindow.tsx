/** «Gerar Usuário»: a MAC bound to a line in a smart app (S-SMART-02, E-78, K-67). */
import { bindDevice } from '@ramal/contract/devices';
import { IconApps } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { FormWindow } from '../ui/form/FormWindow.tsx';
import { useSaving } from '../ui/form/use-saving.ts';
import { TextField } from '../ui/form/fields.tsx';
import { useToast } from '../ui/toasts.tsx';
import { IdField } from './IdField.tsx';
import { LineField } from './LineField.tsx';
import { MacField } from './MacField.tsx';
import { changedByDevices } from './use-device-acts.tsx';

const FIRST_APP = '1';

export function BindWindow({
  onClose,
  onBound,
}: {
  onClose: () => void;
  onBound: (id: number) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const [mac, setMac] = useState('');
  const [idDevice, setIdDevice] = useState('');
  const [username, setUsername] = useState('');
  const [app, setApp] = useState(FIRST_APP);
  const { fields, busy, save } = useSaving(bindDevice, form, changedByDevices);
  const submit = async () => {
    const body = { mac, username, app: app as '1', id_device: idDevice };
    const answer = await save({ body });
    if (!answer) return;
    toast({ title: answer.message, text: `${answer.device.mac} · ${answer.device.iptv.username}` });
    onBound(answer.device.id);
  };
  return (
    <FormWindow
      title="Gerar Usuário"
      subtitle="O aplicativo no aparelho recebe a linha sozinho, pelo MAC."
      saveLabel="Gerar Usuário"
      busy={busy}
      form={form}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <MacField data-autofocus value={mac} onChange={setMac} error={fields.mac} />
      <LineField value={username} onChange={setUsername} error={fields.username} />
      <IdField value={idDevice} onChange={setIdDevice} error={fields.id_device} />
      <TextField
        label="Aplicativo"
        name="app"
        icon={IconApps}
        inputMode="numeric"
        hint="O Smart App é o número 1."
        maxLength={3}
        value={app}
        onChange={({ currentTarget }) => setApp(currentTarget.value.replace(/\D/g, ''))}
        error={fields.app}
      />
    </FormWindow>
  );
}
