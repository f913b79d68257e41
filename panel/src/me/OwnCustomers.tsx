/** Setting of a seller: decides whether ancestor accounts see the data of its customers. */
import { Switch } from '@mantine/core';
import { getNumberSettings, saveNumberSettings } from '@ramal/contract/numbers/numbers';
import { IconEye } from '@tabler/icons-react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../ui/toasts.tsx';
import { SettingsCard } from './SettingsCard.tsx';

export function OwnCustomers() {
  const { data } = useCall(getNumberSettings, {});
  const save = useAction(saveNumberSettings, { refresh: [getNumberSettings] });
  const showFailure = useFailureAlert();
  const toast = useToast();
  if (!data) return null;
  const change = (masterSeesCustomers: boolean) =>
    save
      .mutateAsync({ body: { masterSeesCustomers } })
      .then(({ message }) => toast({ title: message }), showFailure);
  return (
    <SettingsCard icon={IconEye} title="Dados dos clientes">
      <Switch
        label="Meu master vê dados dos meus clientes"
        description="Nome, usuário e WhatsApp nos números da rede. Desligado, ele só conta. A administração sempre vê."
        checked={data.masterSeesCustomers}
        disabled={save.isPending}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </SettingsCard>
  );
}
