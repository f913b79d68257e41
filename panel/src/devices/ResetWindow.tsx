/** «Resetar MAC»: the device's id is forgotten or replaced, and the MAC waits anew (S-SMART-03, M-124). */
import { Button } from '@mantine/core';
import type { Device } from '@ramal/contract/devices';
import { resetDevice } from '@ramal/contract/devices';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useSaving } from '../catalogue/use-saving.ts';
import { CopyRow } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useToast } from '../ui/toasts.tsx';
import { IdField } from './IdField.tsx';
import { changedByDevices } from './use-device-acts.tsx';

export interface ResetWindowProps {
  device: Device;
  onClose: () => void;
  onReset: (id: number) => void;
}

export function ResetWindow({ device, onClose, onReset }: ResetWindowProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const [idDevice, setIdDevice] = useState('');
  const { fields, busy, save } = useSaving(resetDevice, form, changedByDevices);
  const { mac, app, iptv } = device;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { mac, app: app as '1', username: iptv.username, id_device: idDevice };
    const answer = await save({ body });
    if (!answer) return;
    toast({ title: answer.message, text: <span className="mono">{mac}</span> });
    onReset(device.id);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      busy={busy}
      title="Resetar MAC"
      subtitle={
        <>
          {device.app_name} · <span className="mono">{iptv.username}</span>
          {iptv.nota && ` · ${iptv.nota}`}
        </>
      }
      footer={
        <>
          <Button size="md" variant="default" disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button size="md" type="submit" form={id} className="line-dialog-main" loading={busy}>
            Resetar MAC
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
        <div className="device-facts">
          <CopyRow label="MAC" value={mac} />
          {device.id_device && <CopyRow label="ID atual" value={device.id_device} />}
        </div>
        <p className="device-note">
          O aparelho de agora deixa de receber a linha. O próximo que perguntar com este MAC, em até
          7 dias, fica com ele.
        </p>
        <IdField data-autofocus value={idDevice} onChange={setIdDevice} error={fields.id_device} />
      </form>
    </Dialog>
  );
}
