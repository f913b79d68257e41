/** «Resetar MAC»: the device's id is forgotten or replaced, and the MAC waits anew (S-SMART-03, M-124). */
import type { Device } from '@ramal/contract/devices';
import { resetDevice } from '@ramal/contract/devices';
import { useRef, useState } from 'react';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { FormWindow } from '../ui/form/FormWindow.tsx';
import { useSaving } from '../ui/form/use-saving.ts';
import { useToast } from '../ui/toasts.tsx';
import { IdField } from './IdField.tsx';
import { changedByDevices } from './use-device-acts.tsx';

export interface ResetWindowProps {
  device: Device;
  onClose: () => void;
  onReset: (id: number) => void;
}

export function ResetWindow({ device, onClose, onReset }: ResetWindowProps) {
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const [idDevice, setIdDevice] = useState('');
  const { fields, busy, save } = useSaving(resetDevice, form, changedByDevices);
  const { mac, app, iptv } = device;
  const submit = async () => {
    const body = { mac, app: app as '1', username: iptv.username, id_device: idDevice };
    const answer = await save({ body });
    if (!answer) return;
    toast({ title: answer.message, text: <span className="mono">{mac}</span> });
    onReset(device.id);
  };
  return (
    <FormWindow
      title="Resetar MAC"
      subtitle={
        <>
          {device.app_name} · <span className="mono">{iptv.username}</span>
          {iptv.nota && ` · ${iptv.nota}`}
        </>
      }
      saveLabel="Resetar MAC"
      busy={busy}
      form={form}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="device-facts">
        <CopyRow label="MAC" value={mac} />
        {device.id_device && <CopyRow label="ID atual" value={device.id_device} />}
      </div>
      <p className="device-note">
        O aparelho de agora deixa de receber a linha. O próximo que perguntar com este MAC, em até 7
        dias, fica com ele.
      </p>
      <IdField data-autofocus value={idDevice} onChange={setIdDevice} error={fields.id_device} />
    </FormWindow>
  );
}
