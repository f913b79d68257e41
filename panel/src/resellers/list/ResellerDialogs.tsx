import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { BlockAsAdmin, BlockNetwork, BlockReseller } from '../actions/BlockReseller.tsx';
import { DeleteAlone, DeleteTree } from '../actions/DeleteReseller.tsx';
import { EditReseller } from '../actions/EditReseller.tsx';
import { FindUser } from './FindUser.tsx';
import { Grants } from '../actions/Grants.tsx';
import type { ResellersAddress } from './list-address.ts';
import { ReplaceSecondFactor } from '../actions/ReplaceSecondFactor.tsx';
import type { Reseller } from '../reseller.ts';
import { SetCredit } from '../credits/SetCredit.tsx';
import { Tracking } from '../tree/Tracking.tsx';
import { TreeTotals } from '../tree/TreeTotals.tsx';

export interface ResellerDialogsProps {
  address: Pick<ResellersAddress, 'window' | 'finding' | 'close'>;
  /** Rows on screen, with the branches that are open. */
  rows: readonly Reseller[] | undefined;
  onChanged: (id: number) => void;
}

// Windows of other rooms come when they are opened.
const LimitsWindow = lazy(async () => ({
  default: (await import('../../limits/LimitsWindow.tsx')).LimitsWindow,
}));
const MovementsWindow = lazy(async () => ({
  default: (await import('../../credits/MovementsWindow.tsx')).MovementsWindow,
}));
const AccessesWindow = lazy(async () => ({
  default: (await import('../../logs/Accesses.tsx')).AccessesWindow,
}));

const windows = {
  credito: SetCredit,
  editar: EditReseller,
  permissoes: Grants,
  limites: LimitsWindow,
  movimentacoes: MovementsWindow,
  acessos: AccessesWindow,
  bloquear: BlockReseller,
  'bloquear-adm': BlockAsAdmin,
  'bloquear-rede': BlockNetwork,
  excluir: DeleteAlone,
  'excluir-rede': DeleteTree,
  clientes: TreeTotals,
  rastrear: Tracking,
  qr2fa: ReplaceSecondFactor,
};

/**
 * The window the address names, over the list or the tree. The account is asked for by itself, at any
 * depth of one's tree: it may be on another page, or in a branch that is closed.
 */
export function ResellerDialogs({ address, rows, onChanged }: ResellerDialogsProps) {
  const { window } = address;
  // A row that its own window takes off the list stays known until the window has closed.
  const shown = useRef<Reseller>(undefined);
  const listed =
    rows?.find((row) => row.id === window?.id) ??
    (shown.current?.id === window?.id ? shown.current : undefined);
  const level = useCall(
    getTreeLevel,
    { query: { under: window?.id ?? 0 } },
    { enabled: window !== undefined && rows !== undefined && !listed },
  );
  const reseller = listed ?? level.data?.account ?? undefined;
  useEffect(() => {
    shown.current = window && reseller;
  });
  if (address.finding) return <FindUser onClose={address.close} />;
  if (!window || !reseller) return null;
  const Window = windows[window.kind];
  return (
    <Suspense fallback={null}>
      <Window
        key={`${window.kind} ${reseller.id}`}
        reseller={reseller}
        onClose={address.close}
        onSaved={() => onChanged(reseller.id)}
      />
    </Suspense>
  );
}
