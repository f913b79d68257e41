/** Whether an account may have resellers below it; an admin's to give and take (S-RESLIST-39, T-23, Q-MASTER). */
import { Switch } from '@mantine/core';
import { listMovements } from '@ramal/contract/resellers/credits';
import { setMaster } from '@ramal/contract/resellers/reseller-acts';
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { IconBinaryTree2, IconUsersGroup } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { useProfile } from '../sessions/profile.ts';
import type { ConfirmFact } from '../ui/dialogs/ConfirmBox.tsx';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';

export interface MasterSwitchProps {
  reseller: { readonly id: number; readonly username: string };
  isMaster: boolean;
}

/** Draws nothing for who is no admin. */
export function MasterSwitch({ reseller, isMaster }: MasterSwitchProps) {
  const isAdmin = useProfile().data?.profile === 'admin';
  const confirm = useConfirm();
  const toast = useToast();
  const save = useAction(setMaster, { refresh: [listMovements, listResellers, getTreeLevel] });
  if (!isAdmin) return null;
  const ask = async (wanted: boolean) => {
    let message: string | undefined;
    await confirm({
      title: wanted ? 'Permitir revendas abaixo?' : 'Tirar a permissão de master?',
      icon: IconBinaryTree2,
      object: { name: reseller.username, note: `ID ${reseller.id}` },
      facts: wanted ? given : taken,
      confirmLabel: wanted ? 'Sim, permitir' : 'Sim, tirar',
      onConfirm: async () => {
        ({ message } = await save.mutateAsync({
          params: { id: reseller.id },
          body: { isMaster: wanted },
        }));
      },
    });
    if (message) toast({ title: message, text: reseller.username });
  };
  return (
    <Switch
      label="Permissão de master"
      description="Pode ter revendas abaixo dela"
      checked={isMaster}
      disabled={save.isPending}
      onChange={({ currentTarget }) => void ask(currentTarget.checked)}
    />
  );
}

const given: ConfirmFact[] = [
  {
    icon: IconUsersGroup,
    tone: 'ok',
    text: 'Passa a cadastrar revendas, dar créditos a elas, editar e bloquear.',
  },
];

const taken: ConfirmFact[] = [
  {
    icon: IconUsersGroup,
    tone: 'warn',
    text: 'Não cadastra mais revendas nem mexe nas que tem. Elas continuam abaixo dela.',
  },
];
