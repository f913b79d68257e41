/** «Excluir 2fa»: requires a new code of the admin (S-RESLIST-36, M-77, M-88, Q-STOLENSESSION). */
import { Text } from '@mantine/core';
import { listSecondFactors, removeSecondFactor } from '@ramal/contract/second-factors';
import { IconDoorEnter, IconKey, IconShieldX } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { CodeDialog } from '../../second-factors/CodeDialog.tsx';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { ResellerDialogProps } from '../reseller-dialog.ts';

export function RemoveSecondFactor({ reseller, onClose, onSaved }: ResellerDialogProps) {
  const { id, username } = reseller;
  const toast = useToast();
  const remove = useAction(removeSecondFactor, { refresh: [listSecondFactors] });
  return (
    <CodeDialog
      title="Excluir o 2FA desta revenda?"
      subtitle={`${username} · ID ${id}`}
      icon={IconShieldX}
      facts={facts}
      submitLabel="Sim, excluir"
      danger
      alertFor={({ message, requestId }) => ({
        title: 'Erro ao excluir 2FA',
        text: message,
        requestId,
      })}
      run={async (query) => {
        const { message } = await remove.mutateAsync({ params: { id }, query });
        onSaved();
        toast({ title: message, text: username });
      }}
      onClose={onClose}
    >
      <Text fz="caption" c="var(--ink-3)">
        Trocou de celular? Use QR code 2fa.
      </Text>
    </CodeDialog>
  );
}

const facts: readonly Fact[] = [
  {
    icon: IconKey,
    tone: 'bad',
    text: 'Perde o aplicativo autenticador, os códigos de recuperação e as chaves de acesso.',
  },
  { icon: IconDoorEnter, tone: 'warn', text: 'Até configurar outro, entra **só com a senha**.' },
];
