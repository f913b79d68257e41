/** Switch for the weekly summary: every Monday the seller receives the most important figures. */
import { Switch } from '@mantine/core';
import { getNumberSettings, saveNumberSettings } from '@ramal/contract/numbers/numbers';
import { useAction, useCall } from '../foundation/api/query.ts';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../ui/toasts.tsx';

export function WeeklySummary() {
  const { data } = useCall(getNumberSettings, {});
  const save = useAction(saveNumberSettings, { refresh: [getNumberSettings] });
  const showFailure = useFailureAlert();
  const toast = useToast();
  if (!data) return null;
  const change = (weeklySummary: boolean) =>
    save
      .mutateAsync({ body: { weeklySummary } })
      .then(({ message }) => toast({ title: message }), showFailure);
  return (
    <TitledCard padded title="Resumo da semana">
      <Switch
        label="Receber toda segunda-feira"
        description="Cinco números da semana, cada um com o link das suas linhas. Chega por onde chegam os avisos de Clientes."
        checked={data.weeklySummary}
        disabled={save.isPending}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </TitledCard>
  );
}
