import { Switch } from '@mantine/core';
import { setMaster } from '@ramal/contract/resellers/reseller-acts';
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { useAction } from '../../foundation/api/query.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Reseller } from '../reseller.ts';
import { masterConfirmation } from './confirmations.ts';

/** Whether an account may have resellers below it; set by an admin (S-RESLIST-39, T-23, Q-MASTER). */
export function MasterSwitch({ reseller }: { reseller: Reseller }) {
  const confirm = useConfirm();
  const toast = useToast();
  const save = useAction(setMaster, { refresh: [listResellers, getTreeLevel] });
  const toggle = async (isMaster: boolean) => {
    let message: string | undefined;
    await confirm({
      ...masterConfirmation(reseller, isMaster),
      onConfirm: async () => {
        ({ message } = await save.mutateAsync({
          params: { id: reseller.id },
          body: { makeMaster: isMaster },
        }));
      },
    });
    if (message) toast({ title: message, text: reseller.username });
  };
  return (
    <Switch
      label="Permissão de master"
      description="Pode ter revendas abaixo dela"
      checked={reseller.isMaster === 1}
      disabled={save.isPending}
      onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
    />
  );
}
