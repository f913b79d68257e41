import { getDashboard } from '@ramal/contract/dashboard';
import { restoreReseller } from '@ramal/contract/resellers/reseller-acts';
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../../foundation/api/query.ts';
import type { Profile } from '../../sessions/profile.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import type { RowAction } from '../../ui/table/columns.ts';
import { useToast } from '../../ui/toasts.tsx';
import type { ResellerParams } from '../list/reseller-params.ts';
import type { Reseller } from '../reseller.ts';
import { restoreConfirmation, restoredText } from './confirmations.ts';
import { resellerActions } from './reseller-actions.ts';

/** Returns the actions of a row, including those that need only a confirmation. */
export function useResellerActions(
  profile: Profile | undefined,
  { openDialog }: Pick<ResellerParams, 'openDialog'>,
  onSaved: (id: number) => void,
): RowAction<Reseller>[] {
  const navigate = useNavigate();
  const restore = useRestore(onSaved);
  return resellerActions({
    profile,
    openDialog,
    go: (to) => void navigate({ to }),
    restore: (row) => void restore(row),
  });
}

/**
 * Returns the action of «Restaurar», which undoes the complete deletion that included this reseller
 * (Q-UNDO).
 */
function useRestore(onSaved: (id: number) => void) {
  const confirm = useConfirm();
  const toast = useToast();
  const restore = useAction(restoreReseller, {
    refresh: [listResellers, getTreeLevel, getDashboard],
  });
  return async (reseller: Reseller) => {
    let restored: ResponseOf<typeof restoreReseller> | undefined;
    await confirm({
      ...restoreConfirmation(reseller),
      onConfirm: async () => {
        restored = await restore.mutateAsync({ params: { id: reseller.id } });
      },
    });
    if (!restored) return;
    onSaved(reseller.id);
    toast({ title: restored.message, text: restoredText(restored) });
  };
}
