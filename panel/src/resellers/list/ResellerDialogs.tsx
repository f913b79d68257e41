/** Renders the dialog that the address contains, over the list or the tree. */
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { type ComponentType, lazy, Suspense } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { useDialogRow } from '../../ui/list/ListDialogs.tsx';
import { BlockAsAdmin, BlockNetwork, BlockReseller } from '../actions/BlockReseller.tsx';
import { DeleteAlone, DeleteTree } from '../actions/DeleteReseller.tsx';
import { EditReseller } from '../actions/EditReseller.tsx';
import { Grants } from '../actions/Grants.tsx';
import { RemoveSecondFactor } from '../actions/RemoveSecondFactor.tsx';
import { ReplaceSecondFactor } from '../actions/ReplaceSecondFactor.tsx';
import { SetCredit } from '../credits/SetCredit.tsx';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import type { Reseller } from '../reseller.ts';
import { Tracking } from '../tree/Tracking.tsx';
import { TreeTotals } from '../tree/TreeTotals.tsx';
import { FindUser } from '../actions/FindUser.tsx';
import type { ResellerDialogKind, ResellerParams } from './reseller-params.ts';

const dialogs: Record<ResellerDialogKind, ComponentType<ResellerDialogProps>> = {
  credit: SetCredit,
  edit: EditReseller,
  grants: Grants,
  limits: lazy(async () => ({
    default: (await import('../../limits/LimitsDialog.tsx')).LimitsDialog,
  })),
  movements: lazy(async () => ({
    default: (await import('../../credits/MovementsDialog.tsx')).MovementsDialog,
  })),
  accesses: lazy(async () => ({
    default: (await import('../../logs/AccessesDialog.tsx')).AccessesDialog,
  })),
  log: lazy(async () => ({ default: (await import('../actions/ResellerLog.tsx')).ResellerLog })),
  block: BlockReseller,
  'block-admin': BlockAsAdmin,
  'block-network': BlockNetwork,
  delete: DeleteAlone,
  'delete-tree': DeleteTree,
  totals: TreeTotals,
  path: Tracking,
  'second-factor': ReplaceSecondFactor,
  'remove-2fa': RemoveSecondFactor,
  'external-key': lazy(async () => ({
    default: (await import('../../api-keys/ExternalKey.tsx')).ExternalKey,
  })),
};

interface ResellerDialogsProps {
  params: Pick<ResellerParams, 'dialog' | 'closeDialog'>;
  /** Rows that are on the screen, including the visible children. */
  rows: readonly Reseller[] | undefined;
  onSaved: (id: number) => void;
}

export function ResellerDialogs({ params, rows, onSaved }: ResellerDialogsProps) {
  const { dialog, closeDialog } = params;
  const reseller = useReseller(dialog?.id, rows);
  if (dialog?.name === 'find-user') return <FindUser onClose={closeDialog} />;
  if (!dialog || !reseller) return null;
  const Dialog = dialogs[dialog.name as ResellerDialogKind];
  return (
    <Suspense fallback={null}>
      <Dialog
        key={`${dialog.name} ${reseller.id}`}
        reseller={reseller}
        onClose={closeDialog}
        onSaved={() => onSaved(reseller.id)}
      />
    </Suspense>
  );
}

/**
 * Returns the account of the open dialog. If its row is not on the screen, the account is fetched.
 */
function useReseller(
  id: number | undefined,
  rows: readonly Reseller[] | undefined,
): Reseller | undefined {
  const row = useDialogRow<Reseller>(
    { page: rows && { data: rows, total: rows.length }, rowKey: (row) => row.id },
    id,
  );
  const level = useCall(
    getTreeLevel,
    { query: { under: id ?? 0 } },
    { enabled: id !== undefined && rows !== undefined && !row },
  );
  return row ?? level.data?.account ?? undefined;
}
