import { listResellers } from '@ramal/contract/resellers';
import { useCall } from '../foundation/query.ts';
import { EditReseller } from './EditReseller.tsx';
import { Grants } from './Grants.tsx';
import type { ResellersAddress } from './list-address.ts';
import type { Reseller } from './reseller.ts';
import { SetCredit } from './SetCredit.tsx';

export interface ResellerWindowProps {
  reseller: Reseller;
  onClose: () => void;
  /** Something was changed: its row flashes. */
  onChanged: () => void;
}

export interface ResellerWindowsProps {
  address: ResellersAddress;
  rows: readonly Reseller[] | undefined;
  onChanged: (id: number) => void;
}

const windows = { credito: SetCredit, editar: EditReseller, permissoes: Grants };

/** The window the address names, over the list. The account is asked for by itself: it may be on another page. */
export function ResellerWindows({ address, rows, onChanged }: ResellerWindowsProps) {
  const { window } = address;
  const own = useCall(
    listResellers,
    { query: { searchID: String(window?.id ?? 0), per_page: 1 } },
    { enabled: window !== undefined },
  );
  const reseller = own.data?.data.find((row) => row.id === window?.id) ?? rows?.find((row) => row.id === window?.id);
  if (!window || !reseller) return null;
  const Window = windows[window.kind];
  return (
    <Window
      key={`${window.kind} ${reseller.id}`}
      reseller={reseller}
      onClose={address.close}
      onChanged={() => onChanged(reseller.id)}
    />
  );
}
