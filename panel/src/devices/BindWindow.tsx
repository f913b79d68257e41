/** «Gerar Usuário»: a MAC bound to a line in a smart app (S-SMART-02, E-78, K-67). */
import { Button } from '@mantine/core';
import { bindDevice } from '@ramal/contract/devices';
import { IconApps } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useSaving } from '../catalogue/use-saving.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
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
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const [mac, setMac] = useState('');
  const [idDevice, setIdDevice] = useState('');
  const [username, setUsername] = useState('');
  const [app, setApp] = useState(FIRST_APP);
  const { fields, busy, save } = useSaving(bindDevice, form, changedByDevices);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { mac, username, app: app as '1', id_device: idDevice };
    const answer = await save({ body });
    if (!answer) return;
    toast({ title: answer.message, text: `${answer.device.mac} · ${answer.device.iptv.username}` });
    onBound(answer.device.id);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      busy={busy}
      title="Gerar Usuário"
      subtitle="O aplicativo no aparelho recebe a linha sozinho, pelo MAC."
      footer={
        <>
          <Button size="md" variant="default" disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button size="md" type="submit" form={id} className="line-dialog-main" loading={busy}>
            Gerar Usuário
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
      </form>
    </Dialog>
  );
}
